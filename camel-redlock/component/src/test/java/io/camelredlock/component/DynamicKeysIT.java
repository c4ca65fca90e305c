// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are worked out for each exchange. */
final class DynamicKeysIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private LockContext locks;

    @BeforeEach
    void startRoutes(RedisNodes nodes) throws Exception {
        locks = new LockContext(nodes);
        locks.context.getPropertiesComponent().addInitialProperty("wait", "4s");
        locks.start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:key")
                        .toD("redlock:order-${header.key}?operation=tryAcquire")
                        .process(this::look);
                from("direct:bare").toD("redlock://${header.key}").process(this::look);
                from("direct:options")
                        .toD("redlock:${header.key}?timeout={{wait}}&ttl=${header.time}")
                        .process(this::look);
                from("direct:two")
                        .toD("redlock:${header.from}|${header.to}?separator=|")
                        .process(this::look);
            }

            private void look(Exchange exchange) {
                Object resource = exchange.getMessage().getHeader(RedlockConstants.RESOURCE);
                locks.journal.write(String.valueOf(resource));
                List<?> names = resource instanceof List<?> several ? several : List.of(String.valueOf(resource));
                assertThat(names).allMatch(name -> locks.isHeld(String.valueOf(name)));
            }
        });
    }

    @AfterEach
    void stop() {
        locks.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ünïcode-✓-鍵",
                "{braces}",
                "a:b",
                "/a/b/",
                "a?ttl=1",
                "x?operation=release&ttl=1",
                "two words",
                " led by",
                "100%",
                "%41",
                "a+b",
                "a|b",
                "${header.other}",
                "#bean:x",
                "a&b=c",
                "RAW(x)",
                "?",
                "a\nb"
            })
    void aKeyIsAValueWhateverIsInIt(String key) {
        Exchange done = locks.send("direct:key", Map.of("key", key));

        assertThat(done.getException()).isNull();
        assertThat(locks.journal.entries()).containsExactly("order-" + key);
        assertThat(done.getMessage().getHeaders()).doesNotContainKey(RedlockConstants.OVERRIDE_RESOURCE);
        locks.awaitFree("order-" + key);
    }

    @Test
    void allKeysShareOneEndpoint() {
        locks.send("direct:key", Map.of("key", "first"));
        int endpoints = locks.context.getEndpoints().size();

        for (int key = 0; key < 50; key++) {
            locks.send("direct:key", Map.of("key", key));
        }

        assertThat(locks.journal.entries()).hasSize(51).doesNotHaveDuplicates();
        assertThat(locks.context.getEndpoints()).hasSize(endpoints);
    }

    @Test
    void aKeyMayStandAlone() {
        locks.send("direct:bare", Map.of("key", "a?ttl=1"));

        assertThat(locks.journal.entries()).containsExactly("a?ttl=1");
    }

    @Test
    void optionsMayBeWorkedOutToo() {
        Exchange done = locks.send("direct:options", Map.of("key", "k?x", "time", "2s"));

        assertThat(done.getException()).isNull();
        assertThat(locks.journal.entries()).containsExactly("k?x");
        assertThat(done.getMessage().getHeader(RedlockConstants.REMAINING, Long.class))
                .isLessThan(2_000);
    }

    @Test
    void severalKeysArePartedByTheSeparator() {
        locks.send("direct:two", Map.of("from", "acc/2", "to", "acc 1"));

        assertThat(locks.journal.entries()).containsExactly("[acc 1, acc/2]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void aBlankKeyIsRefused(String key) {
        assertThat(locks.send("direct:bare", Map.of("key", key)).getException()).hasMessageContaining("blank");
    }

    @Test
    void aKeyThatIsTooLongIsRefused() {
        assertThat(locks.send("direct:bare", Map.of("key", "k".repeat(1_025))).getException())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1025 bytes");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "redlock:plain, plain",
        "redlock://plain, plain",
        "redlock:a:b/c, a:b/c",
        "redlock:a b, a b",
        "redlock:a%20b, a b",
        "redlock:100%25, 100%",
        "redlock:a+b, a+b",
        "redlock:ünï?ttl=2s, ünï",
        "redlock:{x}, {x}"
    })
    void inAFixedUriPercentStandsForWhatAUriCannotHold(String uri, String name) {
        RedlockEndpoint endpoint = locks.context.getEndpoint(uri, RedlockEndpoint.class);

        assertThat(endpoint.getResource()).isEqualTo(name);
    }
}
