// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Loss;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockClosedException;
import io.camelredlock.core.Vote;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Whoever does not get what he wanted can tell why (L93). The other situations are in the other parts. */
interface OutcomeContract extends Contract {

    @Test
    default void l33_tooFewAnswersAreNoContentionAndEachNodesReasonIsTold() {
        NodeLinks links = setting().nodes().links();
        Redlock redlock = setting().engine(links);
        links.cut();

        QuorumUnreachableException unknown =
                catchThrowableOfType(QuorumUnreachableException.class, () -> redlock.tryAcquire("orders"));

        assertThat(unknown.votes()).hasSize(setting().nodes().size());
        assertThat(unknown.votes()).allSatisfy(vote -> {
            assertThat(vote.kind()).isIn(Vote.Kind.FAILED, Vote.Kind.UNANSWERED);
            assertThat(vote.answer().reason()).isNotBlank();
        });
        assertThat(unknown).hasMessageContaining("acquire").hasMessageContaining("orders");
        links.all().forEach(link -> assertThat(unknown).hasMessageContaining(link.address()));
    }

    @Test
    default void anExtensionThatNobodyAnswersIsUnknownUntilTheDeadlineAndThenTheLeaseIsLost() {
        NodeLinks links = setting().nodes().links();
        Lease lease = setting().engine(links).tryAcquire("orders").orElseThrow();
        links.cut();

        assertThatThrownBy(() -> lease.extend(Setting.BRIEF))
                .isInstanceOf(QuorumUnreachableException.class)
                .hasMessageContaining("extension");
        assertThat(lease.isValid()).as("the old deadline holds").isTrue();

        Setting.await().until(() -> !lease.isValid());
        LeaseLostException lost = catchThrowableOfType(LeaseLostException.class, () -> lease.extend(Setting.BRIEF));
        assertThat(lost.loss().reason()).isEqualTo(Loss.Reason.EXPIRED);
        assertThat(lost).hasMessageContaining("orders");
    }

    @Test
    default void senselessTimesAreRefusedByName() {
        Redlock redlock = setting().engine();
        Lease lease = redlock.tryAcquire("orders").orElseThrow();

        assertThatThrownBy(() -> redlock.acquire(redlock.request("x").ttl(Duration.ofMillis(5))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl");
        assertThatThrownBy(() -> redlock.request("x").timeout(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout");
        assertThatThrownBy(() -> lease.extend(Duration.ofHours(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxTtl");
        assertThatThrownBy(() -> lease.extendBy(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("added");
        assertThat(lease.isValid()).as("not harmed by any of these").isTrue();
        setting().assertGone("x");
    }

    @Test
    default void l113_aClosedEngineSaysSoAndHoldsNothing() {
        Redlock redlock = setting().engine();
        Lease lease = redlock.tryAcquire("orders").orElseThrow();

        redlock.close();

        setting().assertGone("orders");
        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(() -> redlock.tryAcquire("orders")).isInstanceOf(RedlockClosedException.class);
        assertThatThrownBy(() -> redlock.acquireAsync(redlock.request("orders")).join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(RedlockClosedException.class);
        redlock.close(); // may be repeated
    }
}
