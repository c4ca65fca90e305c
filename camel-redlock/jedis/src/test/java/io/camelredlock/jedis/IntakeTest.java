// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class IntakeTest {

    private static final long LONG = Duration.ofSeconds(60).toNanos();

    private final ServerIdentities identities =
            new ServerIdentities(List.of(new NodeAddress("a", 1, false), new NodeAddress("b", 2, false)));
    private final Intake intake = new Intake(Conversation.TICKER, identities, 1);
    private final Call acquire = new Call(Conversation.acquire("job", Conversation.token(1)), answer -> {});
    private final Call release = new Call(Conversation.release("job", Conversation.token(1)), answer -> {});

    @Test
    void callsComeOutInTheirOrder() {
        assertThat(intake.offer(acquire)).isEmpty();
        assertThat(intake.offer(release)).isEmpty();

        assertThat(intake.poll()).isSameAs(acquire);
        assertThat(intake.poll()).isSameAs(release);
        assertThat(intake.poll()).isNull();
    }

    @Test
    void aDisconnectedNodeRefusesAllAndOwesReleases() {
        intake.become(Standing.disconnected("connection refused"));

        assertThat(intake.offer(acquire)).contains(Answer.failed("not connected: connection refused"));
        assertThat(intake.owed().size()).isZero();
        assertThat(intake.offer(release)).map(Answer::outcome).contains(Outcome.FAILED);
        assertThat(intake.owed().size()).isEqualTo(1);
        assertThat(intake.isEmpty()).isTrue();
    }

    @Test
    void anIneligibleNodeTakesReleasesOnly() {
        intake.become(Standing.ineligible("it is a replica"));

        assertThat(intake.offer(acquire)).contains(Answer.ineligible("it is a replica"));
        assertThat(intake.offer(release)).isEmpty();
    }

    @Test
    void theSecondNameOfAServerTakesReleasesOnly() {
        identities.claim(0, "same");
        intake.identify("same");

        assertThat(intake.offer(acquire)).map(Answer::outcome).contains(Outcome.INELIGIBLE);
        assertThat(intake.offer(release)).isEmpty();
    }

    @Test
    void aClosedNodeTakesNothingAndOwesNothing() {
        intake.close();

        assertThat(intake.offer(acquire)).contains(Answer.failed("closed"));
        assertThat(intake.offer(release)).contains(Answer.failed("closed"));
        assertThat(intake.owed().size()).isZero();
    }

    @Test
    void nobodySleepsOverACall() {
        intake.offer(acquire);

        intake.await(LONG, Sleeper.plain());

        assertThat(intake.poll()).isSameAs(acquire);
    }

    @Test
    void aCallWakesTheSleeper() {
        Thread caller = new Thread(() -> {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            intake.offer(acquire);
        });
        caller.start();

        while (intake.isEmpty()) {
            intake.await(LONG, Sleeper.plain());
        }

        assertThat(intake.poll()).isSameAs(acquire);
    }

    @Test
    void aPokeIsNotLost() {
        intake.poke();

        intake.await(LONG, Sleeper.plain());
        intake.poke();
        intake.rest(LONG, Sleeper.plain());

        assertThat(intake.isEmpty()).isTrue();
    }

    @Test
    void whoRestsDoesNotSpinOverCallsThatCannotBeDone() {
        intake.offer(acquire);
        long start = System.nanoTime();
        int wakeUps = 0;

        while (System.nanoTime() - start < Duration.ofMillis(100).toNanos()) {
            intake.rest(Duration.ofMillis(20).toNanos(), Sleeper.plain());
            wakeUps++;
        }

        assertThat(wakeUps).isLessThan(20);
    }

    @Test
    void anInterruptDoesNotStick() {
        Thread.currentThread().interrupt();

        intake.await(LONG, Sleeper.plain());

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
