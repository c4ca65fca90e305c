// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.PATIENCE;
import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Node;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** After close there is no thread, no connection, and no answer but that it is closed. */
class NodeCloseIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final Token MINE = token(1);

    private RedisNode redis;

    @BeforeEach
    void find(RedisNodes nodes) {
        redis = nodes.get(0);
    }

    @Test
    void whatWasTakenIsDeliveredBeforeTheEnd() {
        Conversation conversation = Conversation.with(redis.address());
        conversation.ask(acquire("job", MINE));

        CompletableFuture<Answer> released = conversation.send(release("job", MINE));
        conversation.close();

        assertThat(released).isDone();
        assertThat(released.join().outcome()).isEqualTo(Outcome.OK);
        assertThat(redis.get("redlock:job")).isEmpty();
    }

    @Test
    void nothingIsLeftBehind() {
        long before = clients();
        Conversation conversation = Conversation.with(redis.address());
        conversation.node().watch(Resource.lock("job"));
        conversation.awaitEvent("watching job", 1);

        conversation.close();
        conversation.close();

        await().atMost(PATIENCE).until(() -> !conversation.hasThreads());
        await().atMost(PATIENCE).until(() -> clients() == before);
        assertThat(conversation.ask(acquire("job", MINE))).isEqualTo(Answer.failed("closed"));
        assertThat(conversation.ask(release("job", MINE))).isEqualTo(Answer.failed("closed"));
        assertThat(conversation.node().condition()).isEqualTo("closed");
        conversation.node().watch(Resource.lock("late"));
        assertThat(conversation.hasThreads()).isFalse();
        assertThat(clients()).isEqualTo(before);
    }

    @Test
    void aFrozenNodeHoldsUpNobodyForLong() {
        Conversation conversation = Conversation.with(redis.address());
        conversation.awaitOk();
        redis.freeze();
        CompletableFuture<Answer> asked = conversation.send(inspect("job"));

        long start = System.nanoTime();
        conversation.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        await().atMost(PATIENCE).until(() -> !conversation.hasThreads());
        assertThat(Conversation.await(asked).reason()).startsWith("closed");
    }

    @Test
    void aNodeThatIsStillConnectingCanBeClosed() {
        redis.freeze(); // connections succeed, greetings stay unanswered
        Conversation conversation = Conversation.with(redis.address());
        CompletableFuture<Answer> asked = conversation.send(inspect("job"));

        conversation.close();

        await().atMost(PATIENCE).until(() -> !conversation.hasThreads());
        assertThat(Conversation.await(asked).reason()).isEqualTo("closed");
    }

    @Test
    void aDeadNodeCanBeClosed() {
        Conversation conversation = Conversation.with("127.0.0.1:1");
        conversation.awaitCondition("not connected");

        conversation.close();

        await().atMost(PATIENCE).until(() -> !conversation.hasThreads());
    }

    @Test
    void aNodeThatWasNeverStartedCanBeClosed() {
        JedisOptions options = Engines.options().nodes(redis.address()).build();
        List<Node> nodes = JedisNodes.create(options, RedlockOptions.defaults(), Runnable::run, Conversation.TICKER);

        nodes.get(0).close();

        assertThat(nodes.get(0).condition()).isEqualTo("closed");
    }

    @Test
    void l113_callsThatRaceWithTheEndAreAllAnswered() {
        for (int round = 0; round < 50; round++) {
            Conversation conversation = Conversation.with(redis.address());
            conversation.ask(inspect("job"));
            AtomicBoolean isOver = new AtomicBoolean();
            List<CompletableFuture<Boolean>> callers = IntStream.range(0, 4)
                    .mapToObj(caller -> CompletableFuture.supplyAsync(
                            () -> {
                                while (!isOver.get()) {
                                    Conversation.await(conversation.send(inspect("job")));
                                }
                                return Conversation.await(conversation.send(inspect("job")))
                                        .equals(Answer.failed("closed"));
                            },
                            task -> new Thread(task).start())) // the common pool may have only one
                    .toList();

            conversation.close();
            isOver.set(true);

            assertThat(callers)
                    .allSatisfy(caller ->
                            assertThat(caller).succeedsWithin(PATIENCE).isEqualTo(true));
        }
    }

    private long clients() {
        return redis.command("CLIENT", "LIST").toString().lines().count();
    }
}
