// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Command;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.Direction;
import io.camelredlock.testkit.FaultProxy;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** First in, first out, at most once; and what happens to calls when a node falls silent (S-C1, S-C2, S-C3). */
class NodeOrderIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final Token MINE = token(1);

    /** The shortest socket time-out there is: a second. */
    private static final RedlockOptions SHORT = RedlockOptions.builder()
            .ttl(Duration.ofSeconds(1))
            .maxTtl(Duration.ofSeconds(10))
            .driftFactor(0.001)
            .build();

    private RedisNode redis;
    private FaultProxy proxy;
    private Conversation conversation;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        proxy = redis.newProxy();
        conversation =
                Conversation.with(Engines.options().nodes(proxy.address()).build(), SHORT);
        conversation.awaitOk();
    }

    @AfterEach
    void disconnect() {
        conversation.close();
        proxy.close();
    }

    @Test
    void manyCallsAreAnsweredInTheirOrderAndOneAtATime() {
        List<Integer> order = new ArrayList<>(); // not safe for use by several threads
        CompletableFuture<Void> last = new CompletableFuture<>();

        for (int i = 0; i < 2_000; i++) {
            int number = i;
            conversation.node().submit(new Call(extend("job", token(i), 0), answer -> order.add(number)));
        }
        conversation.node().submit(new Call(extend("job", MINE, 0), answer -> last.complete(null)));

        assertThat(last).succeedsWithin(PATIENCE);
        assertThat(order).hasSize(2_000).isSorted();
    }

    @Test
    void everyOneOfManyAnswersShowsTheNodesMemory() {
        redis.freeze();
        conversation.send(inspect("job"));
        List<CompletableFuture<Answer>> together = IntStream.range(0, 20)
                .mapToObj(i -> conversation.send(extend("job", token(i), 0)))
                .toList();

        redis.thaw();

        assertThat(together)
                .allSatisfy(answer -> assertThat(Conversation.await(answer)
                                .evidence()
                                .incarnation()
                                .replicationId())
                        .isNotEmpty());
    }

    @Test
    void l31_aReleaseIsExecutedBehindTheGrantAFrozenNodeHasNotExecutedYet() {
        redis.freeze();
        CompletableFuture<Answer> acquired = conversation.send(acquire("job", MINE));
        CompletableFuture<Answer> released = conversation.send(release("job", MINE));

        redis.thaw();

        assertThat(Conversation.await(acquired).outcome()).isEqualTo(Outcome.GRANTED);
        assertThat(Conversation.await(released).outcome()).isEqualTo(Outcome.OK);
        assertThat(redis.get("redlock:job")).isEmpty();
    }

    @Test
    void aStalledNodeTakesNoNewAttemptsButStillReleases() {
        redis.freeze();
        conversation.send(inspect("job"));
        await().atMost(PATIENCE)
                .until(() -> conversation.ask(acquire("job", MINE)).reason().startsWith("stalled"));

        CompletableFuture<Answer> extended = conversation.send(extend("job", MINE, 0));
        CompletableFuture<Answer> released = conversation.send(release("job", MINE));
        assertThat(extended).isNotDone();
        redis.thaw();

        assertThat(Conversation.await(extended).reason()).isEqualTo("absent");
        assertThat(Conversation.await(released).reason()).isEqualTo("absent");
    }

    @Test
    void aWithdrawnCallIsNeverSent() {
        redis.freeze();
        conversation.send(inspect("first"));
        Call withdrawn = new Call(acquire("job", MINE), answer -> {});
        assertThat(conversation.node().submit(withdrawn)).isEmpty();
        CompletableFuture<Answer> last = conversation.send(inspect("last"));

        assertThat(withdrawn.withdraw()).isTrue();
        redis.thaw();

        Conversation.await(last);
        assertThat(redis.get("redlock:job")).isEmpty();
    }

    @Test
    void aSilentNodeFailsItsCallsAfterTheReadTimeOutAndIsLeftForANewConnection() {
        long connections = proxy.connections();
        redis.freeze();
        CompletableFuture<Answer> written = conversation.send(acquire("job", MINE));
        CompletableFuture<Answer> queued = conversation.send(extend("job", MINE, 0));

        assertThat(Conversation.await(written).reason()).contains("connection lost: no answer in time");
        assertThat(Conversation.await(queued).reason()).contains("no answer in time");
        await().atMost(PATIENCE).until(() -> proxy.connections() > connections);
        assertThat(conversation.ask(acquire("job", MINE)).reason()).startsWith("not connected");
        redis.thaw();

        conversation.awaitOk();
    }

    @Test
    void l49_nothingIsSentTwice() {
        long before = redis.calls("evalsha");
        proxy.resetBeforeReply(1);

        Answer answer = conversation.ask(acquire("job", MINE));

        assertThat(answer.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(answer.reason()).startsWith("connection lost");
        conversation.awaitOk();
        assertThat(conversation.ask(acquire("job", token(2))).outcome()).isEqualTo(Outcome.HELD);
        assertThat(redis.calls("evalsha")).isEqualTo(before + 2);
    }

    @Test
    void l55_aReleaseThatWasNotAnsweredGoesOutFirstOnTheNextConnection() {
        conversation.ask(acquire("job", MINE));
        proxy.cut(Direction.REQUESTS);
        CompletableFuture<Answer> released = conversation.send(release("job", MINE));

        assertThat(Conversation.await(released).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(redis.get("redlock:job")).isPresent();
        proxy.reset();
        proxy.heal();

        await().atMost(PATIENCE).until(() -> redis.get("redlock:job").isEmpty());
    }

    @Test
    void aReleaseForADeadNodeIsRefusedAndRemembered() {
        conversation.ask(acquire("job", MINE));
        cutOff();

        Answer refused = conversation.ask(release("job", MINE));

        assertThat(refused.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(refused.reason()).endsWith("the release follows");
        proxy.heal();
        await().atMost(PATIENCE).until(() -> redis.get("redlock:job").isEmpty());
    }

    @Test
    void anOwedReleaseGoesOutBeforeWhatIsAskedNext() {
        conversation.ask(acquire("job", MINE));
        cutOff();
        conversation.ask(release("job", MINE));
        proxy.heal();

        List<Outcome> seen = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> {
            seen.add(conversation.ask(acquire("job", token(2))).outcome());
            return seen.contains(Outcome.GRANTED);
        });

        assertThat(seen).doesNotContain(Outcome.HELD);
    }

    @Test
    void aReleaseIsNoLongerOwedWhenItsTtlIsOver() {
        Command brief = new Command(Verb.RELEASE, release("job", MINE).resources(), List.of(MINE), 1, List.of(), "m");
        redis.command("SET", "redlock:job", MINE.value());
        cutOff();
        conversation.ask(brief);
        proxy.heal();

        conversation.awaitOk();

        assertThat(redis.get("redlock:job")).isPresent();
    }

    @Test
    void anExceptionInACallbackHarmsNobody() {
        Optional<Answer> refusal = conversation.node().submit(new Call(inspect("job"), answer -> {
            throw new IllegalStateException("a callback of the test");
        }));

        assertThat(refusal).isEmpty();
        assertThat(conversation.ask(inspect("job")).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void l04_noErrorEndsTheThreadOfANode() {
        conversation.node().submit(new Call(inspect("job"), answer -> {
            throw new AssertionError("worse than an exception");
        }));
        conversation.awaitEvent("available", 2);

        assertThat(conversation.ask(inspect("job")).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void l35_l55_l56_aConnectionThatWasClosedMeanwhileCostsNoVote() {
        long before = clients();
        for (int i = 0; i < 20; i++) {
            long connections = proxy.connections();
            proxy.reset();
            await().pollDelay(Duration.ofMillis(20))
                    .atMost(PATIENCE)
                    .until(() -> proxy.openConnections() == 0 || proxy.connections() > connections);

            assertThat(conversation.ask(inspect("job")).outcome()).isEqualTo(Outcome.OK);
        }

        await().atMost(PATIENCE).until(() -> clients() <= before);
    }

    private void cutOff() {
        proxy.refuse();
        proxy.reset();
        conversation.awaitCondition("not connected");
    }

    private long clients() {
        return redis.command("CLIENT", "LIST").toString().lines().count();
    }
}
