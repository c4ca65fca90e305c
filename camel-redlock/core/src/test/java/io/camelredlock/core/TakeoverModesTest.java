// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.ModelCluster.Member;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each mode of takeover trusts, and the others do not. */
class TakeoverModesTest {

    private static final Duration WAIT = Duration.ofMillis(3032);

    @Test
    void guardedDoesNotTrustAClockThatSteppedAndSteppedBackWhileNobodyLooked() {
        ModelCluster cluster = new ModelCluster(3);
        Member a = cluster.member("a");
        Member b = cluster.member("b");
        LeaseRequest request = a.redlock().request("orders");
        Lease held = cluster.await(a.redlock().acquireAsync(request.autoExtend(true)))
                .orElseThrow();
        assertThat(cluster.tryAcquire(b, "other")).as("b knows the clocks").isPresent();
        b.links().forEach(link -> link.down(true));

        cluster.servers().forEach(server -> server.stepClock(Duration.ofHours(-1)));
        cluster.pass(Duration.ofSeconds(2)); // it is extended, by that clock
        cluster.servers().forEach(server -> server.stepClock(Duration.ofHours(1)));
        b.links().forEach(link -> link.down(false));

        assertThat(cluster.awaitFailure(b.redlock().acquireAsync(request.timeout(Duration.ZERO))))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("out of sight");
        assertThat(held.isValid()).isTrue();
    }

    @Test
    void strictWaitsThoughAllIsWell() {
        ModelCluster strict = new ModelCluster(3, Takeover.STRICT);
        Member member = strict.member("a");
        LeaseRequest request = member.redlock().request("orders").timeout(Duration.ofSeconds(4));

        Lease lease = strict.await(member.redlock().acquireAsync(request), Duration.ofSeconds(4))
                .orElseThrow();

        assertThat(Duration.ofNanos(strict.time().nanos())).isGreaterThan(WAIT);
        strict.await(lease.releaseAsync());
        assertThat(strict.awaitFailure(member.redlock().acquireAsync(request.timeout(Duration.ZERO))))
                .isInstanceOf(TakeoverPendingException.class)
                .hasMessageContaining("strict");
    }

    @Test
    void classicKnowsNothingAndWaitsForNobody() {
        ModelCluster classic = new ModelCluster(3, Takeover.CLASSIC);
        Member member = classic.member("a");
        Lease lost = classic.tryAcquire(member, "orders").orElseThrow();
        classic.servers().forEach(server -> {
            server.forget();
            server.showMemory(false);
        });

        Lease second = classic.tryAcquire(classic.member("b"), "orders").orElseThrow();

        assertThat(lost.isValid() && second.isValid())
                .as("both believe to hold")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Takeover.class)
    void theDriftIsThatOfTheLongestTtlUnlessClassic(Takeover takeover) {
        RedlockOptions options = RedlockOptions.builder()
                .ttl(Duration.ofSeconds(1))
                .maxTtl(Duration.ofSeconds(10))
                .takeover(takeover)
                .build();

        Duration expected = Duration.ofMillis(takeover == Takeover.CLASSIC ? 12 : 102);
        assertThat(options.drift(Duration.ofSeconds(1))).isEqualTo(expected);
    }
}
