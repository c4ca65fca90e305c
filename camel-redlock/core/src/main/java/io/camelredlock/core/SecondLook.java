// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks again at nodes whose grants came too slowly to tell whether their clocks are right (S-T4). While the grant is there, a
 * later answer says of the node's memory and clock what the grant's own would have said, and a slow answer now and then must
 * not cost the wait for an earlier holder. Confined to the {@link Serial} of its attempt.
 */
final class SecondLook implements Round.Course {

    /** Nodes that are too slow so many times in a row are too slow. */
    private static final int MOST_LOOKS = 3;

    private final Cluster cluster;
    private final Serial serial;
    private final Grants grants;
    private final @Nullable Cleanness[] judged;
    private final Consumer<@Nullable Cleanness[]> whenDone;

    private int looks;

    private SecondLook(
            Cluster cluster,
            Serial serial,
            Grants grants,
            @Nullable Cleanness[] judged,
            Consumer<@Nullable Cleanness[]> whenDone) {
        this.cluster = cluster;
        this.serial = serial;
        this.grants = grants;
        this.judged = judged;
        this.whenDone = whenDone;
    }

    /** Tells what each grant is worth after as many looks as may spare a wait; at once if none would. */
    static void begin(
            Cluster cluster,
            Serial serial,
            Grants grants,
            @Nullable Cleanness[] judged,
            Consumer<@Nullable Cleanness[]> whenDone) {
        new SecondLook(cluster, serial, grants, judged, whenDone).look();
    }

    private void look() {
        if (looks == MOST_LOOKS || !cluster.rule().wantsSecondLook(judged)) {
            whenDone.accept(judged);
            return;
        }
        looks++;
        Command look = grants.command(
                Verb.EXTEND,
                Fence.of(grants.votes(), grants.votes().nodes(Vote.Kind.GRANTED))
                        .tokens());
        Round.begin(cluster, serial, cluster.options().nodeTimeout(), node -> isBlurred(node) ? look : null, this);
    }

    private boolean isBlurred(int node) {
        Cleanness grant = judged[node];
        return grant != null && grant.kind() == Cleanness.Kind.BLURRED;
    }

    @Override
    public boolean isDecided(Votes now) {
        return false; // all of them: who is asked was slow already
    }

    @Override
    public void decided(Votes now) {
        for (int node = 0; node < judged.length; node++) {
            Vote vote = now.of(node);
            if (vote != null && isBlurred(node)) {
                judged[node] = seen(node, vote);
            }
        }
        look();
    }

    /** A node that changed its memory has not kept the grant, even if it shows it. */
    @Override
    public Vote judged(int node, Vote vote) {
        return vote.ifKept(grants.isStill(node, vote.answer()));
    }

    /** What the grant is worth now; nothing if it is gone. */
    private @Nullable Cleanness seen(int node, Vote vote) {
        if (vote.kind() == Vote.Kind.LOST) {
            grants.gone(node, vote);
            return null;
        }
        return vote.kind() == Vote.Kind.GRANTED ? cluster.judge(node, vote.answer()) : judged[node];
    }
}
