// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Command;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.FaultProxy;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who wishes to hear of a release hears of it, whatever happens to the connection in between. */
class SubscriptionsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final Token MINE = token(1);
    private static final Resource JOB = Resource.lock("job");

    private RedisNode redis;
    private FaultProxy proxy;
    private Conversation conversation;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        proxy = redis.newProxy();
        conversation = Conversation.with(options().nodes(proxy.address()).build());
        conversation.awaitOk();
    }

    @AfterEach
    void disconnect() {
        conversation.close();
        proxy.close();
    }

    @Test
    void aReleaseIsToldAfterTheWishWasConfirmed() {
        watch(JOB);
        conversation.ask(acquire("job", MINE));

        conversation.ask(release("job", MINE));

        conversation.awaitEvent("released job", 1);
        assertThat(conversation.events()).containsSubsequence("watching job", "released job");
    }

    @Test
    void theReleaseOfANamespaceIsToldToo() {
        Resource namespace = Resource.leadership("orders {eu}");
        watch(namespace);
        conversation.ask(Conversation.command(Verb.ACQUIRE, List.of(namespace), List.of(MINE), List.of(0L)));

        conversation.ask(Conversation.command(Verb.RELEASE, List.of(namespace), List.of(MINE), List.of()));

        conversation.awaitEvent("released orders {eu}", 1);
    }

    @Test
    void whatReleasesNothingTellsNothing() {
        watch(JOB);
        watch(Resource.lock("last"));
        conversation.ask(acquire("job", MINE));
        conversation.ask(acquire("last", MINE));

        conversation.ask(release("job", token(2)));
        conversation.ask(undo("job"));
        conversation.ask(release("last", MINE));

        conversation.awaitEvent("released last", 1);
        assertThat(conversation.events()).doesNotContain("released job");
    }

    @Test
    void whoNoLongerWatchesIsToldNothing() {
        watch(JOB);
        watch(Resource.lock("last"));
        conversation.node().unwatch(JOB);
        await().atMost(PATIENCE).until(() -> subscribers("redlock:job") == 0);

        redis.command("PUBLISH", "redlock:job", "released");
        redis.command("PUBLISH", "redlock:last", "released");

        conversation.awaitEvent("released last", 1);
        assertThat(conversation.events()).doesNotContain("released job");
    }

    @Test
    void aRepeatedWishIsConfirmedAgain() {
        watch(JOB);

        conversation.node().watch(JOB);

        conversation.awaitEvent("watching job", 2);
    }

    @Test
    void aThousandWishesNeedOneConnection() {
        long before = clients();

        for (int i = 0; i < 1_000; i++) {
            conversation.node().watch(Resource.lock("job-" + i));
        }

        await().atMost(PATIENCE)
                .until(() -> conversation.events().stream()
                                .filter(event -> event.startsWith("watching"))
                                .distinct()
                                .count()
                        == 1_000);
        assertThat(clients()).isEqualTo(before + 1);
    }

    @Test
    void afterALostConnectionEveryWishIsConfirmedAgain() {
        watch(JOB);
        watch(Resource.lock("other"));

        proxy.reset();

        conversation.awaitEvent("watching job", 2);
        conversation.awaitEvent("watching other", 2);
        redis.command("PUBLISH", "redlock:job", "released");
        conversation.awaitEvent("released job", 1);
    }

    @Test
    void aWishDuringAnOutageIsFulfilledAfterwards() {
        watch(JOB);
        proxy.refuse();
        proxy.reset();
        conversation.awaitCondition("not connected");
        conversation.node().watch(Resource.lock("late"));
        conversation.node().unwatch(JOB);

        proxy.heal();

        conversation.awaitEvent("watching late", 1);
        await().atMost(PATIENCE).until(() -> subscribers("redlock:late") == 1);
        assertThat(subscribers("redlock:job")).isZero();
    }

    @Test
    void aPeerThatVanishedIsMissed() {
        watch(JOB);
        proxy.cut();
        await().atMost(PATIENCE.multipliedBy(2)).until(() -> proxy.connections() > 2);

        proxy.heal();

        conversation.awaitEvent("watching job", 2);
    }

    @Test
    void withoutNotificationsNothingIsSubscribedOrPublished() {
        RedlockOptions silent = RedlockOptions.builder().notifications(false).build();
        watch(JOB);
        try (Conversation other =
                Conversation.with(options().nodes(redis.address()).build(), silent)) {
            other.node().watch(Resource.lock("silent"));
            other.ask(acquire("job", MINE));
            other.ask(release("job", MINE));
        }
        redis.command("PUBLISH", "redlock:job", "released");

        conversation.awaitEvent("released job", 1);
        assertThat(conversation.events()).containsOnlyOnce("released job");
        assertThat(subscribers("redlock:silent")).isZero();
    }

    JedisOptionsBuilder options() {
        return Engines.options();
    }

    private void watch(Resource resource) {
        conversation.node().watch(resource);
        conversation.awaitEvent("watching " + resource.name(), 1);
    }

    private static Command undo(String name) {
        return Conversation.command(Verb.UNDO, List.of(Resource.lock(name)), List.of(MINE), List.of());
    }

    private long subscribers(String channel) {
        List<?> reply = (List<?>) redis.command("PUBSUB", "NUMSUB", channel);
        return (Long) reply.get(1);
    }

    private long clients() {
        return redis.command("CLIENT", "LIST").toString().lines().count();
    }
}
