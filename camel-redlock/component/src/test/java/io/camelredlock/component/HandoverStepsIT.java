// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.camelredlock.component.HandoverRefusedException.Reason;
import io.camelredlock.core.Lease;
import io.camelredlock.core.QuorumUnreachableException;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lease that one context hands over and another adopts: who holds it when, and what is refused. */
final class HandoverStepsIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private static final String HEADER = "redlock-handover";

    private LockContext giver;
    private LockContext taker;

    @BeforeEach
    void startContexts(RedisNodes nodes) throws Exception {
        giver = start(new LockContext(nodes));
        taker = start(new LockContext(nodes));
    }

    private static LockContext start(LockContext locks) throws Exception {
        return locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:give").to("redlock:orders").to("redlock:orders?operation=handover");
                from("direct:giveBody").to("redlock:orders").to("redlock:orders?operation=handover&handoverHeader=");
                from("direct:giveSoon").to("redlock:orders").to("redlock:orders?operation=handover&handoverTtl=1s");
                from("direct:giveStaying")
                        .to("redlock:orders")
                        .to("redlock:orders?operation=handover&synchronous=true");
                from("direct:giveNothing").to("redlock:orders?operation=handover");
                from("direct:giveCopy")
                        .to("redlock:orders")
                        .split(constant("part"))
                        .stopOnException()
                        .to("redlock:orders?operation=handover");
                from("direct:take").to("redlock:orders?operation=adopt").process(locks.look("orders"));
                from("direct:takeBody").to("redlock:orders?operation=adopt&handoverHeader=");
                from("direct:takeStaying").to("redlock:orders?operation=adopt&synchronous=true");
                from("direct:keep").to("redlock:orders?operation=adopt&scope=manual&ttl=2s");
                from("direct:takeIf")
                        .to("redlock:orders?operation=adopt&failIfNotAcquired=false")
                        .process(locks.journal.step("goes on"));
                from("direct:other").to("redlock:payments?operation=adopt");
            }
        });
    }

    @AfterEach
    void stop() {
        giver.close();
        taker.close();
    }

    private static String text(Exchange given) {
        assertThat(given.getException()).isNull();
        return given.getMessage().getHeader(HEADER, String.class);
    }

    private Exchange take(String uri, String text) {
        return taker.send(uri, Map.of(HEADER, text));
    }

    private static void refused(Exchange exchange, Reason reason) {
        assertThat(exchange.getException())
                .asInstanceOf(type(HandoverRefusedException.class))
                .extracting(HandoverRefusedException::reason)
                .isEqualTo(reason);
        assertThat(exchange.getProperty(RedlockConstants.LEASE)).isNull();
    }

    private static long fencingToken(Exchange exchange) {
        return exchange.getMessage().getHeader(RedlockConstants.FENCING_TOKEN, Long.class);
    }

    @Test
    void whoGivesHoldsNothingAndTheLockStaysTaken() {
        Exchange given = giver.send("direct:give");

        assertThat(text(given)).startsWith("redlock1.");
        assertThat(given.getProperty(RedlockConstants.LEASE)).isNull();
        assertThat(given.getMessage().getHeaders())
                .containsEntry(RedlockConstants.RESOURCE, "orders")
                .doesNotContainKey(RedlockConstants.ACQUIRED);
        assertThat(giver.component().locks().held()).isZero();
        assertThat(giver.isHeld("orders")).as("after the exchange is over").isTrue();
    }

    @Test
    void whoTakesHoldsWithAHigherFencingTokenUntilItsExchangeIsOver() {
        Lease before = giver.heldByOther("orders");
        long first = before.fencingToken();
        before.release();

        Exchange taken = take("direct:take", text(giver.send("direct:give")));

        assertThat(taken.getException()).isNull();
        assertThat(taker.journal.entries()).containsExactly("held");
        assertThat(taken.getMessage().getHeaders())
                .containsEntry(RedlockConstants.ACQUIRED, true)
                .doesNotContainKey(HEADER);
        assertThat(fencingToken(taken)).isGreaterThan(first + 1);
        taker.awaitFree("orders");
        assertThat(taker.component().locks().held()).isZero();
    }

    @Test
    void theBodyCarriesItIfNoHeaderIsNamed() {
        Exchange given = giver.send("direct:giveBody");
        assertThat(given.getMessage().getHeader(HEADER)).isNull();

        Exchange taken = taker.template()
                .request(
                        "direct:takeBody",
                        exchange ->
                                exchange.getMessage().setBody(given.getMessage().getBody()));

        assertThat(taken.getException()).isNull();
        assertThat(fencingToken(taken)).isPositive();
    }

    @Test
    void anExchangeThatMustNotChangeThreadsGivesAndTakesOnItsOwn() {
        Exchange taken = take("direct:takeStaying", text(giver.send("direct:giveStaying")));

        assertThat(taken.getException()).isNull();
        assertThat(fencingToken(taken)).isPositive();
    }

    @Test
    void whatIsRedeliveredIsRefusedWhileItIsHeldAndAfterwards() {
        String text = text(giver.send("direct:give"));
        Exchange kept = take("direct:keep", text);
        Lease adopted = kept.getProperty(RedlockConstants.LEASE, Lease.class);

        refused(take("direct:take", text), Reason.TAKEN);
        assertThat(adopted.isValid()).isTrue();
        adopted.release();

        refused(take("direct:take", text), Reason.EXPIRED);
        assertThat(taker.journal.entries()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"by option", "by header"})
    void whatIsStaleIsRefused(String how) {
        boolean byOption = how.equals("by option");
        String text = text(
                byOption
                        ? giver.send("direct:giveSoon")
                        : giver.send("direct:give", Map.of(RedlockConstants.OVERRIDE_HANDOVER_TTL, "1s")));
        giver.awaitFree("orders");

        refused(take("direct:take", text), Reason.EXPIRED);
        Lease since = taker.heldByOther("orders");

        refused(take("direct:take", text), Reason.TAKEN);
        assertThat(since.isValid()).isTrue();
    }

    @Test
    void whatHoldsSomethingElseIsRefusedAndStaysForWhoItIsFor() {
        String text = text(giver.send("direct:give"));

        refused(take("direct:other", text), Reason.OTHER_RESOURCE);

        assertThat(take("direct:take", text).getException()).isNull();
    }

    @Test
    void whatIsOfOtherNodesIsRefusedAndStaysForWhoItIsFor(RedisNodes nodes) throws Exception {
        String text = text(giver.send("direct:give"));
        LockContext stranger = new LockContext(nodes);
        stranger.component().getConfiguration().setNodes(nodes.get(0).address());
        try (stranger) {
            refused(start(stranger).send("direct:take", Map.of(HEADER, text)), Reason.FOREIGN);
        }

        assertThat(take("direct:take", text).getException()).isNull();
    }

    @Test
    void aRouteMayChooseToGoOnWithoutWhatIsGone() {
        String text = text(giver.send("direct:give"));
        take("direct:take", text);

        Exchange done = take("direct:takeIf", text);

        assertThat(done.getException()).isNull();
        assertThat(taker.journal.entries()).containsExactly("held", "goes on");
        assertThat(done.getMessage().getHeader(RedlockConstants.ACQUIRED)).isEqualTo(false);
        refused(take("direct:takeIf", "redlock1.forged"), Reason.UNREADABLE);
    }

    @Test
    void onlyWhoHoldsCanHandOver() {
        assertThat(giver.send("direct:giveNothing").getException()).isInstanceOf(LockNotHeldException.class);
        assertThat(giver.send("direct:giveCopy").getException())
                .rootCause()
                .isInstanceOf(LockNotHeldException.class)
                .hasMessageContaining("copy");
    }

    @Test
    void withoutAQuorumNothingIsHandedOverAndTheExchangeStillHolds(RedisNodes nodes) throws Exception {
        giver.context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:outage")
                        .to("redlock:orders")
                        .process(exchange -> {
                            nodes.get(0).kill();
                            nodes.get(1).kill();
                        })
                        .doTry()
                        .to("redlock:orders?operation=handover")
                        .doCatch(QuorumUnreachableException.class)
                        .process(exchange -> giver.journal.write(
                                "held: " + giver.component().locks().held()))
                        .end();
            }
        });

        Exchange done = giver.send("direct:outage");

        assertThat(giver.journal.entries()).containsExactly("held: 1");
        assertThat(done.getMessage().getHeader(HEADER)).isNull();
    }

    @Test
    void whatUserCodeHandsOverIsNoLoss() throws Exception {
        giver.context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:code")
                        .to("redlock:orders")
                        .process(exchange -> exchange.getMessage()
                                .setHeader(
                                        HEADER,
                                        exchange.getProperty(RedlockConstants.LEASE, Lease.class)
                                                .handover(LockContext.TTL)))
                        .process(giver.journal.step("goes on"));
            }
        });

        String text = text(giver.send("direct:code"));

        assertThat(giver.journal.entries()).containsExactly("goes on");
        assertThat(take("direct:take", text).getException()).isNull();
    }
}
