// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which engine a component works with, and what it refuses without asking anybody: there are no nodes here. */
final class RedlockComponentTest {

    private static final String NOBODY = "localhost:1";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RedlockClusterService service = new RedlockClusterService();
    private RedlockComponent component;

    @BeforeEach
    void createComponent() {
        context.disableJMX();
        service.setNodes(NOBODY);
        component = context.getComponent("redlock", RedlockComponent.class);
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void theOnlyClusterServiceOfTheContextIsShared() throws Exception {
        context.addService(service);
        context.start();

        assertThat(component.engine()).isSameAs(service.engine());
        component.stop();

        assertThat(service.engine().timers().isShutdown())
                .as("not the component's to close")
                .isFalse();
    }

    @Test
    void aClusterServiceInTheRegistryIsSharedAndStarted() {
        context.getRegistry().bind("cluster", service);
        context.start();

        assertThat(component.engine()).isSameAs(service.engine());
        assertThat(context.hasService(RedlockClusterService.class)).isSameAs(service);
    }

    @Test
    void ofSeveralClusterServicesOneMustBeChosen() throws Exception {
        RedlockClusterService second = new RedlockClusterService();
        second.setNodes("localhost:2");
        context.addService(service);
        context.addService(second);
        context.start();

        assertThatThrownBy(component::engine).hasMessageContaining("set clusterService");
        component.setClusterService(second);

        assertThat(component.engine()).isSameAs(second.engine());
    }

    @Test
    void anEngineOfItsOwnIsClosedWithTheComponent() throws Exception {
        component.getConfiguration().setNodes(NOBODY);
        context.start();
        ClusterEngine own = component.engine();

        component.stop();
        assertThat(own.timers().isShutdown()).isTrue();
        component.start();

        assertThat(component.engine()).isNotSameAs(own);
        assertThat(component.engine().timers().isShutdown()).isFalse();
    }

    @Test
    void nodesOfItsOwnBesideThoseOfAClusterServiceAreRefused() throws Exception {
        context.addService(service);
        component.getConfiguration().setNodes("localhost:2");
        context.start();

        assertThatThrownBy(component::engine)
                .hasMessageContaining("localhost:2")
                .hasMessageContaining(NOBODY);
        component.getConfiguration().setNodes(NOBODY);

        assertThat(component.engine()).isSameAs(service.engine());
    }

    @Test
    void noNodesAtAllAreNamedAsWhatIsMissing() {
        context.start();

        assertThatThrownBy(component::engine).hasMessageContaining("nodes is not set");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "redlock:a?nodes=localhost:1, nodes",
        "redlock:%20, blank",
        "redlock:a%7C?separator=%7C, blank",
        "redlock:a?ttl=soon, soon",
        "redlock:a?ttl=-1, PT-0.001S",
        "redlock:a?ttl=0, PT0S",
        "redlock:a?ttl=20s, maxTtl",
        "redlock:a?timeout=-1, timeout",
        "redlock:a?operation=lock, lock",
        "redlock:a?scope=route, route",
        "redlock:a?onLost=panic, panic",
        "redlock:a?handoverTtl=-1, handoverTtl",
        "redlock:a?handoverTtl=1h, maxTtl",
        "redlock:a?maxHold=0, maxHold",
        "redlock:a?minHold=-1, minHold",
        "redlock:a?minHold=2s&maxHold=1s, minHold"
    })
    void badOptionsStopTheStart(String uri, String rule) throws Exception {
        component.getConfiguration().setNodes(NOBODY);
        context.addRoutes(direct(uri));

        assertThatThrownBy(context::start).hasStackTraceContaining(rule);
    }

    static List<Arguments> badExchanges() {
        return List.of(
                bad(RedlockConstants.OVERRIDE_OPERATION, "lock", "none of"),
                bad(RedlockConstants.OVERRIDE_RESOURCE, " ", "blank"),
                bad(RedlockConstants.OVERRIDE_RESOURCE, List.of(), "no name"),
                bad(RedlockConstants.OVERRIDE_RESOURCE, List.of("a", ""), "blank name"),
                bad(RedlockConstants.OVERRIDE_RESOURCE, "é".repeat(513), "1026 bytes"),
                bad(RedlockConstants.OVERRIDE_TTL, "soon", "'soon' is no duration"),
                bad(RedlockConstants.OVERRIDE_TTL, -5, "ttl"),
                bad(RedlockConstants.OVERRIDE_TIMEOUT, "-5", "timeout"),
                bad(RedlockConstants.OVERRIDE_EXTEND_BY, "soon", "'soon' is no duration"),
                bad(RedlockConstants.OVERRIDE_HANDOVER_TTL, "soon", "'soon' is no duration"),
                bad(RedlockConstants.OVERRIDE_TTL, "1h", "maxTtl"));
    }

    private static Arguments bad(String header, Object value, String rule) {
        return Arguments.of(header, value, rule);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("badExchanges")
    void badHeadersFailTheExchangeBeforeAnythingIsSent(String header, Object value, String rule) throws Exception {
        component.getConfiguration().setNodes(NOBODY);
        context.addRoutes(direct("redlock:a"));
        context.start();

        Exchange failed = context.createProducerTemplate()
                .request("direct:start", exchange -> exchange.getMessage().setHeaders(Map.of(header, value)));

        assertThat(failed.getException())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(rule);
        assertThat(failed.getMessage().getHeaders()).doesNotContainKey(header);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "'', MISSING",
        "' ', MISSING",
        "nothing, UNREADABLE",
        "redlock1., UNREADABLE",
        "redlock1.AAAA, UNREADABLE"
    })
    void whatIsNoHandoverIsRefusedBeforeAnythingIsSent(String text, HandoverRefusedException.Reason reason)
            throws Exception {
        component.getConfiguration().setNodes(NOBODY);
        context.addRoutes(direct("redlock:a?operation=adopt"));
        context.start();

        Exchange refused = context.createProducerTemplate()
                .request("direct:start", exchange -> exchange.getMessage().setHeader("redlock-handover", text));

        assertThat(refused.getException())
                .isInstanceOfSatisfying(
                        HandoverRefusedException.class,
                        exception -> assertThat(exception.reason()).isEqualTo(reason));
        assertThat(component.locks().held()).isZero();
    }

    private static RouteBuilder direct(String uri) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:start").errorHandler(noErrorHandler()).to(uri);
            }
        };
    }
}
