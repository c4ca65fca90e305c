// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the clients of one node tell each other of themselves by way of it, as far as that is not refused by its configuration
 * (S-N3): their takeover, as a classic one does not wait for holders that rely on it; and their nodes, if they name the cluster
 * themselves, so that the name does not change with the nodes. For the thread of the node; what it found is read by all.
 */
final class ClientNotes {

    private static final String TAKEOVER = "takeover ";
    private static final String NODES = "nodes ";
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);

    /** So many times a client may miss its turn before it is forgotten. */
    private static final int REMEMBERED_PERIODS = 6;

    private final ScriptCalls scripts;
    private final TroubleLog trouble;
    private final List<String> ours;
    private final List<String> accepted;
    private final boolean isWanted;
    private final long periodNanos;
    private long nextNanos;
    private boolean isBegun;
    private volatile String remark = "";

    ClientNotes(NodeSettings settings, ScriptCalls scripts, TroubleLog trouble) {
        this.scripts = scripts;
        this.trouble = trouble;
        this.ours = new ArrayList<>(
                List.of(TAKEOVER + settings.engine().takeover().name().toLowerCase(Locale.ROOT)));
        this.accepted = new ArrayList<>();
        if (settings.jedis().isNamed()) {
            ours.add(
                    NODES + String.join(",", JedisOptions.names(settings.jedis().nodes())));
            accepted.add(
                    NODES + String.join(",", JedisOptions.names(settings.jedis().previousNodes())));
        }
        this.isWanted = !settings.jedis().proxy();
        Duration half = settings.engine().longestMaxTtl().dividedBy(2);
        this.periodNanos = (half.compareTo(SHORTEST_PERIOD) > 0 ? half : SHORTEST_PERIOD).toNanos();
    }

    /** In what they differ; empty if they do not. */
    String remark() {
        return remark;
    }

    boolean isDue(long nowNanos) {
        return isWanted && (!isBegun || nowNanos - nextNanos >= 0);
    }

    /** Notes what we say, and reads what the others do. */
    void look(NodeConnection connection, long nowNanos) {
        isBegun = true;
        nextNanos = nowNanos + periodNanos;
        connection.sendCommand(scripts.note(ours, REMEMBERED_PERIODS * periodNanos / 1_000_000));
        connection.flush();
        List<String> others = ScriptReply.of(connection.read())
                .rest()
                .lines()
                .filter(note -> !ours.contains(note) && !accepted.contains(note))
                .toList();
        String takeovers =
                difference(TAKEOVER, others, "together they are no safer than the weakest, so set the same everywhere");
        String lists = difference(
                NODES,
                others,
                "unless those are the same servers, two may hold at once; change nodes by previousNodes");
        remark = Stream.of(takeovers, lists).filter(words -> !words.isEmpty()).collect(Collectors.joining("; "));
        if (!takeovers.isEmpty()) {
            trouble.mention(takeovers, nowNanos);
        }
        if (!lists.isEmpty()) {
            trouble.mentionOnce(lists); // which may be as it should be
        }
    }

    private String difference(String about, List<String> others, String advice) {
        String elsewhere = said(about, others);
        return elsewhere.isEmpty()
                ? ""
                : "its clients differ in " + about.strip() + ": here " + said(about, ours) + ", elsewhere " + elsewhere
                        + "; " + advice;
    }

    private static String said(String about, List<String> notes) {
        return notes.stream()
                .filter(note -> note.startsWith(about))
                .map(note -> note.substring(about.length()))
                .collect(Collectors.joining(" and "));
    }
}
