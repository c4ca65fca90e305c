// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.JedisOptions;
import io.camelredlock.jedis.WireProtocol;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.PropertyBindingSupport;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class EngineOptionsTest {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RedlockClusterService service = new RedlockClusterService();

    @AfterEach
    void stopContext() {
        context.stop();
    }

    static Stream<Arguments> badInput() {
        return Stream.of(
                bad("nodes", "not set", service -> service.setNodes(null)),
                bad("nodes", "not set", service -> service.setNodes(" ")),
                bad("previousNodes", "same list", service -> {
                    service.setNodes("one:1,two:1");
                    service.setPreviousNodes("two:1,one:1");
                }),
                bad("nodes", "twice", service -> service.setNodes("one:1,one:1")),
                bad("nodes", "blank address", service -> service.setNodes("r1:6379,,")),
                bad("ttl", "PT0S", service -> service.setTtl(0)),
                bad("ttl", "PT-1S", service -> service.setTtl(-1000)),
                bad("ttl", "PT0.1S", service -> service.setTtl(99)),
                bad("maxTtl", "limit", service -> service.setMaxTtl(Long.MAX_VALUE)),
                bad("ttl", "maxTtl", service -> service.setMaxTtl(5_000L)),
                bad("driftFactor", "0.5", service -> service.setDriftFactor(0.5)),
                bad("nodeTimeout", "PT0S", service -> service.setNodeTimeout(0L)),
                bad("nodeTimeout", "PT20S", service -> service.setNodeTimeout(20_000L)),
                bad("retryDelay", "PT0S", service -> service.setRetryDelay(0)),
                bad("retryJitter", "PT-0.001S", service -> service.setRetryJitter(-1)),
                bad("retryCount", "-2", service -> service.setRetryCount(-2)),
                bad("extendPeriod", "PT9S", service -> service.setExtendPeriod(9_000L)),
                bad("stepDownMargin", "PT9S", service -> service.setStepDownMargin(9_000L)),
                bad("connectTimeout", "PT0S", service -> service.setConnectTimeout(0)),
                bad("database", "-1", service -> service.setDatabase(-1)),
                bad("username", "password", service -> service.setUsername("camel")),
                bad("clientName", "spaces", service -> service.setClientName("a client")));
    }

    private static Arguments bad(String option, String rule, Consumer<RedlockClusterService> setting) {
        return Arguments.of(option, rule, setting);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("badInput")
    void c18BadInputIsRefusedBeforeAnythingIsSent(String option, String rule, Consumer<RedlockClusterService> setting) {
        service.setNodes("localhost:1");
        setting.accept(service);

        assertThatThrownBy(() -> context.addService(service))
                .hasMessageContaining(option)
                .hasMessageContaining(rule);
        assertThat(service.isStarted()).isFalse();
    }

    @Test
    void passwordsAreInNoMessage() {
        service.setNodes("localhost:1");
        service.setPassword("very-secret");
        service.setTtl(1);

        assertThatThrownBy(() -> context.addService(service))
                .hasStackTraceContaining("ttl")
                .satisfies(refusal -> assertThat(refusal.toString()).doesNotContain("very-secret"));
    }

    @Test
    void whatIsNotSetIsTheEnginesDefault() throws Exception {
        service.setNodes("localhost:1");
        service.setMemberId("me");

        RedlockOptions options = EngineOptions.of(service, context).rules();
        RedlockOptions defaults = RedlockOptions.builder().memberId("me").build();

        assertThat(options)
                .usingRecursiveComparison()
                .ignoringFields("memberId")
                .isEqualTo(defaults);
        assertThat(options.memberId()).startsWith("me-");
    }

    @Test
    void everySettingOfTheConnectionArrives() throws Exception {
        service.setNodes("r1:6379, redis://r2:6380");
        service.setPreviousNodes("r1:6379, r3:6379");
        service.setUsername("camel");
        service.setPassword("secret");
        service.setDatabase(2);
        service.setClientName("orders");
        service.setProtocol(WireProtocol.RESP3);
        service.setClusterId("blue");
        service.setKeyPrefix("app:");
        service.setConnectTimeout(1_000);
        service.setSslContextParameters(new SSLContextParameters());

        JedisOptions options = EngineOptions.of(service, context).connection();

        assertThat(options.nodes()).hasSize(2);
        assertThat(options.previousNodes()).hasSize(2).element(1).asString().contains("r3:6379");
        assertThat(options.username()).isEqualTo("camel");
        assertThat(options.password()).isEqualTo("secret");
        assertThat(options.database()).isEqualTo(2);
        assertThat(options.clientName()).isEqualTo("orders");
        assertThat(options.protocol()).isEqualTo(WireProtocol.RESP3);
        assertThat(options.clusterId()).isEqualTo("blue");
        assertThat(options.keyPrefix()).isEqualTo("app:");
        assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.sslSocketFactory()).isNotNull();
    }

    @Test
    void attributesCanBeGivenTogetherAndOneByOne() {
        service.setAttributes(Map.of("zone", "a"));
        PropertyBindingSupport.build()
                .withMandatory(true)
                .withRemoveParameters(false)
                .bind(context, service, Map.of("attributes.rack", "7"));

        assertThat(service.getAttributes()).containsOnly(entry("zone", "a"), entry("rack", "7"));
    }

    @Test
    void everyOtherSettingArrives() throws Exception {
        service.setNodes("r1:6379");
        service.setTtl(20_000);
        service.setMaxTtl(30_000L);
        service.setPreviousMaxTtl(25_000L);
        service.setTakeover(Takeover.STRICT);
        service.setDriftFactor(0.02);
        service.setNodeTimeout(300L);
        service.setTimeout(7_000);
        service.setRetryCount(4);
        service.setRetryDelay(100);
        service.setRetryJitter(50);
        service.setExtendPeriod(4_000L);
        service.setStepDownMargin(3_000L);

        RedlockOptions options = EngineOptions.of(service, context).rules();

        assertThat(options.ttl()).isEqualTo(Duration.ofSeconds(20));
        assertThat(options.maxTtl()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.previousMaxTtl()).isEqualTo(Duration.ofSeconds(25));
        assertThat(options.takeover()).isEqualTo(Takeover.STRICT);
        assertThat(options.driftFactor()).isEqualTo(0.02);
        assertThat(options.nodeTimeout()).isEqualTo(Duration.ofMillis(300));
        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(options.retryCount()).isEqualTo(4);
        assertThat(options.retryDelay()).isEqualTo(Duration.ofMillis(100));
        assertThat(options.retryJitter()).isEqualTo(Duration.ofMillis(50));
        assertThat(options.extendPeriod()).isEqualTo(Duration.ofSeconds(4));
        assertThat(options.stepDownMargin()).isEqualTo(Duration.ofSeconds(3));
    }

    @ParameterizedTest(name = "{0} is {1} ms")
    @CsvSource({"5000,5000", "5s,5000", "1m30s,90000", "250,250"})
    void c69DurationsAreMillisecondsOrHaveTheirUnit(String text, long millis) {
        context.build();
        PropertyConfigurer configurer = PluginHelper.getConfigurerResolver(context)
                .resolvePropertyConfigurer(RedlockClusterService.class.getName(), context);

        configurer.configure(context, service, "ttl", text, true);
        configurer.configure(context, service, "stepDownMargin", text, true);

        assertThat(service.getTtl()).isEqualTo(millis);
        assertThat(service.getStepDownMargin()).isEqualTo(millis);
    }
}
