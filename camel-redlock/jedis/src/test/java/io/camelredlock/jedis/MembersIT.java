// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Command;
import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptionsBuilder;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who stands among the members, as real nodes keep and tell it. */
class MembersIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    private static final String KEY = "redlock-node:members";
    private static final Duration TTL = Duration.ofSeconds(2);

    private RedisNodes nodes;
    private RedisNode redis;

    @BeforeEach
    void find(RedisNodes given) {
        nodes = given;
        redis = given.get(0);
    }

    @Test
    void theScriptNotesWhoStandsAndTellsEverybody() {
        try (Conversation conversation = Conversation.with(redis.address())) {
            assertThat(ids(conversation.ask(stand("a", 9_000)))).containsExactly("a");
            assertThat(redis.pttl(KEY)).isBetween(1L, 9_000L);
            assertThat(ids(conversation.ask(stand("b b", 20_000)))).containsExactly("a", "b b");
            assertThat(redis.pttl(KEY)).isBetween(9_001L, 20_000L);
            Answer seen = conversation.ask(stand("", 0));
            assertThat(seen.outcome()).isEqualTo(Outcome.OK);
            assertThat(seen.members().get(0).remainingMillis()).isBetween(1L, 9_000L);
            assertThat(ids(conversation.ask(stand("a", 0)))).containsExactly("b b");
            assertThat(ids(conversation.ask(stand("b b", 0)))).isEmpty();
            assertThat(redis.keys("redlock*"))
                    .as("nothing stays but what was noted when it connected")
                    .allMatch(Set.of("redlock-node:marker", "redlock-node:clients")::contains);
        }
    }

    @Test
    void theScriptForgetsWhoseTimeIsOver() {
        redis.command("ZADD", KEY, "1", "long gone");
        try (Conversation conversation = Conversation.with(redis.address())) {
            assertThat(ids(conversation.ask(stand("", 0)))).isEmpty();
        }
    }

    @Test
    void onlyAChangeIsTold() {
        try (Conversation conversation = Conversation.with(redis.address())) {
            conversation.node().watch(Resource.MEMBERS);
            conversation.awaitEvent("watching members", 1);
            conversation.ask(stand("a", 9_000));
            conversation.awaitEvent("released members", 1);
            conversation.ask(stand("a", 9_000));
            conversation.ask(stand("nobody", 0));
            conversation.ask(stand("a", 0));
            conversation.awaitEvent("released members", 2);
            assertThat(conversation.events().stream().filter("released members"::equals))
                    .hasSize(2);
        }
    }

    @Test
    void membersOfAnotherClusterOnTheSameNodeAreNotMixed() {
        JedisOptions elsewhere = JedisOptions.builder()
                .nodes(redis.address())
                .clusterId("elsewhere")
                .build();
        try (Conversation ours = Conversation.with(redis.address());
                Conversation theirs = Conversation.with(elsewhere)) {
            ours.ask(Conversation.acquire("job", Conversation.token(1))); // which configures the node
            ours.ask(stand("a", 9_000));

            Answer answer = theirs.ask(stand("b", 9_000));

            assertThat(answer.outcome()).isEqualTo(Outcome.INELIGIBLE);
            assertThat(ids(ours.ask(stand("", 0)))).containsExactly("a");
        }
    }

    @Test
    void aNodeThatDoesNotTellTheMembersVotesAllTheSame() {
        redis.command("SET", KEY, "of a foreign type");
        try (Conversation conversation = Conversation.with(redis.address())) {
            assertThat(conversation.ask(stand("a", 9_000)).outcome()).isEqualTo(Outcome.FAILED);
            assertThat(conversation
                            .ask(Conversation.acquire("job", Conversation.token(1)))
                            .outcome())
                    .isEqualTo(Outcome.GRANTED);
            conversation.awaitOk();
        }
    }

    @Test
    void classicEnginesWithoutNotificationsHaveMembersToo() {
        Redlock a = join(classic());
        Redlock b = join(classic());

        awaitMembers(a, 2);
        b.close();
        awaitMembers(a, 1);
    }

    @Test
    void membersComeAndGo() {
        AtomicInteger changes = new AtomicInteger();
        Redlock a = join(Engines.ttl(TTL));
        a.membership().watch(changes::incrementAndGet);
        Redlock b = join(Engines.ttl(TTL));
        awaitMembers(a, 2);
        awaitMembers(b, 2);
        assertThat(a.membership().members())
                .containsExactlyInAnyOrder(a.options().memberId(), b.options().memberId());

        b.close();

        awaitMembers(a, 1);
        Engines.await() // a watcher is told on another thread, after the members can be read
                .untilAsserted(() -> assertThat(changes.get()).isGreaterThanOrEqualTo(2));
    }

    @Test
    void whoIsGoneWithoutAWordVanishesWhenItsTimeIsOver() {
        Redlock a = join(Engines.ttl(TTL));
        nodes.forEach(node -> {
            long end = Long.parseLong(node.ask(jedis -> jedis.time().get(0))) * 1000 + 3 * TTL.toMillis();
            node.command("ZADD", KEY, Long.toString(end), "dead");
        });
        awaitMembers(a, 2);

        awaitMembers(a, 1);
    }

    @Test
    void theNumberOfNamespacesDoesNotMatter() {
        Redlock one = join(Engines.ttl(TTL));
        for (int i = 0; i < 200; i++) {
            one.election("namespace-" + i, new ElectionListener() {}).start();
        }
        Engines.await().until(() -> one.leases() == 200);
        long before = redis.calls("zadd");
        long start = System.nanoTime();

        Engines.await().until(() -> redis.calls("zadd") >= before + 9);

        long noted = redis.calls("zadd") - before;
        long ttls = 1 + (System.nanoTime() - start) / TTL.toNanos();
        assertThat(noted)
                .as("in %s ttls, each early by a tenth at most, and twice in each what clients say of themselves", ttls)
                .isLessThanOrEqualTo(ttls * 10 / 9 + 2 * ttls + 3);
    }

    private Redlock join(RedlockOptionsBuilder options) {
        Redlock engine = engines.connected(nodes.addresses(), options);
        engine.membership().join();
        return engine;
    }

    private static RedlockOptionsBuilder classic() {
        return Engines.ttl(TTL).takeover(Takeover.CLASSIC).fencing(false).notifications(false);
    }

    private static void awaitMembers(Redlock engine, int count) {
        Engines.await()
                .untilAsserted(() -> assertThat(engine.membership().members()).hasSize(count));
    }

    private static Command stand(String who, long millis) {
        return new Command(Verb.STAND, List.of(), List.of(), millis, List.of(), who);
    }

    private static Stream<String> ids(Answer answer) {
        return answer.members().stream().map(Answer.Member::id);
    }
}
