// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static io.camelredlock.jedis.Conversation.acquire;
import static io.camelredlock.jedis.Conversation.extend;
import static io.camelredlock.jedis.Conversation.inspect;
import static io.camelredlock.jedis.Conversation.release;
import static io.camelredlock.jedis.Conversation.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Outcome;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node may forget scripts at any time: every call works all the same, at most once, in its order. */
class ForgottenScriptsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final Token MINE = token(1);

    private RedisNode redis;
    private Conversation conversation;

    @BeforeEach
    void connect(RedisNodes nodes) {
        redis = nodes.get(0);
        conversation = Conversation.with(redis.address());
        conversation.awaitOk();
    }

    @AfterEach
    void disconnect() {
        conversation.close();
    }

    @Test
    void l27_everyVerbWorksAtOnceAfterAFlush() {
        flush();
        assertThat(conversation.ask(acquire("job", MINE)).outcome()).isEqualTo(Outcome.GRANTED);
        flush();
        assertThat(conversation.ask(extend("job", MINE, 0)).outcome()).isEqualTo(Outcome.OK);
        flush();
        assertThat(conversation.ask(inspect("job")).outcome()).isEqualTo(Outcome.HELD);
        flush();
        assertThat(conversation.ask(release("job", MINE)).outcome()).isEqualTo(Outcome.OK);
        assertThat(redis.get("redlock:job")).isEmpty();
    }

    @Test
    void aWholeBatchIsRepeatedInItsOrder() {
        RecordedBatch batch = new RecordedBatch(
                redis.address(), acquire("job", MINE), release("job", MINE), acquire("job", token(2)));
        flush();

        batch.run();

        assertThat(batch.answers())
                .extracting(Answer::outcome)
                .containsExactly(Outcome.GRANTED, Outcome.OK, Outcome.GRANTED);
    }

    @Test
    void aGrantIsNotRepeatedBehindItsOwnRelease() {
        RecordedBatch batch = new RecordedBatch(redis.address(), acquire("job", MINE), release("job", MINE));
        keepOnly(Verb.RELEASE);

        batch.run();

        assertThat(batch.answers()).extracting(Answer::outcome).containsExactly(Outcome.FAILED, Outcome.LOST);
        assertThat(redis.get("redlock:job")).isEmpty();
    }

    @Test
    void aReleaseIsRepeatedBehindTheGrantItUndoes() {
        RecordedBatch batch = new RecordedBatch(redis.address(), acquire("job", MINE), release("job", MINE));
        keepOnly(Verb.ACQUIRE);

        batch.run();

        assertThat(batch.answers()).extracting(Answer::outcome).containsExactly(Outcome.GRANTED, Outcome.OK);
    }

    @Test
    void anotherTokensCallsAreNoReasonNotToRepeat() {
        RecordedBatch batch = new RecordedBatch(redis.address(), acquire("job", MINE), release("job", token(2)));
        keepOnly(Verb.RELEASE);

        batch.run();

        assertThat(batch.answers()).extracting(Answer::outcome).containsExactly(Outcome.GRANTED, Outcome.LOST);
    }

    private void keepOnly(Verb verb) {
        flush();
        redis.command("SCRIPT", "LOAD", new String(Scripts.of(verb).text(), StandardCharsets.UTF_8));
    }

    private void flush() {
        redis.command("SCRIPT", "FLUSH");
    }
}
