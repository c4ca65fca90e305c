// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.core.Lease;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Locks that are held beyond the exchange that acquired them, and leases that go from one exchange to another. */
final class ManualScopeIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private LockContext first;
    private LockContext second;

    @BeforeEach
    void startContexts(RedisNodes nodes) throws Exception {
        first = new LockContext(nodes);
        second = new LockContext(nodes);
        for (LockContext each : new LockContext[] {first, second}) {
            each.start(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:acquire").to("redlock:orders?scope=manual&timeout=0");
                    from("direct:release")
                            .to("redlock:orders?operation=release")
                            .process(this::note);
                    from("direct:copy")
                            .to("redlock:orders?scope=manual&timeout=0")
                            .wireTap("direct:release");
                    from("direct:work")
                            .to("redlock:orders?operation=tryAcquire")
                            .to("redlock:orders?operation=release")
                            .process(this::note)
                            .process(each.look("orders"));
                }

                private void note(Exchange exchange) {
                    each.journal.write(exchange.getMessage().getHeader(RedlockConstants.RELEASE, String.class));
                }
            });
        }
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private static Exchange sendWith(Lease lease, LockContext to, String uri) {
        return to.template().request(uri, exchange -> exchange.setProperty(RedlockConstants.LEASE, lease));
    }

    private static Lease leaseOf(Exchange exchange) {
        Lease lease = exchange.getProperty(RedlockConstants.LEASE, Lease.class);
        assertThat(lease).isNotNull();
        return lease;
    }

    @Test
    void theLockOutlivesItsExchangeAndIsReleasedByAnotherInAnotherContext() {
        Lease lease = leaseOf(first.send("direct:acquire"));
        assertThat(first.isHeld("orders")).isTrue();
        assertThat(lease.isValid()).isTrue();

        assertThat(sendWith(lease, second, "direct:release").getException()).isNull();

        assertThat(second.journal.entries()).containsExactly("RELEASED");
        assertThat(lease.isValid()).isFalse();
        second.awaitFree("orders");
    }

    @Test
    void aCopyMayReleaseIt() {
        first.send("direct:copy");

        await().atMost(LockContext.SOON).until(() -> first.journal.has("RELEASED"));
        first.awaitFree("orders");
    }

    @Test
    void workUnderALeaseThatWasPassedDoesNotReleaseIt() {
        Lease lease = leaseOf(first.send("direct:acquire"));

        assertThat(sendWith(lease, second, "direct:work").getException()).isNull();

        assertThat(second.journal.entries()).containsExactly("STILL_HELD", "held");
        assertThat(lease.isValid()).isTrue();
        lease.release();
    }

    @Test
    void whatIsNotPassedIsNotTheirs() {
        Lease lease = leaseOf(first.send("direct:acquire"));

        assertThat(second.send("direct:release").getException()).isInstanceOf(LockNotHeldException.class);
        assertThat(second.send("direct:work").getException()).isInstanceOf(LockNotAcquiredException.class);

        assertThat(lease.isValid()).isTrue();
        lease.release();
    }

    @Test
    void aProducerTemplateNeedsThisScope() {
        assertThat(first.send("redlock:orders").getException()).hasMessageContaining("scope=manual");

        Lease lease = leaseOf(first.send("redlock:orders?scope=manual"));

        assertThat(lease.isValid()).isTrue();
        assertThat(sendWith(lease, first, "redlock:orders?operation=release")
                        .getMessage()
                        .getHeader(RedlockConstants.RELEASE))
                .isEqualTo("RELEASED");
    }
}
