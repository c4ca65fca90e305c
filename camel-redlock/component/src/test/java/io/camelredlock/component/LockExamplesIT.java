// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the manual of the component shows runs, in each DSL; {@link ComponentManualTest} holds that it shows this. */
final class LockExamplesIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    @RegisterExtension
    static final JmsBroker BROKER = new JmsBroker();

    private final Journal journal = new Journal();
    private final Main main = new Main();

    /** What starts each example, if it does not start by itself, and what it locks. */
    private static final Map<LockExamples, String> STARTED_BY = Map.of(
            LockExamples.key, "direct:orders",
            LockExamples.choose, "direct:report",
            LockExamples.several, "direct:transfer",
            LockExamples.block, "direct:stock",
            LockExamples.pass, "direct:begin",
            LockExamples.handover, "direct:pick",
            LockExamples.headers, "direct:headers");

    private static final Map<LockExamples, List<String>> LOCKED = Map.of(
            LockExamples.key, List.of("order-7"),
            LockExamples.choose, List.of("report"),
            LockExamples.several, List.of("alice", "bob"),
            LockExamples.block, List.of("article-book"),
            LockExamples.tick, List.of("hourly"),
            LockExamples.pass, List.of("case-4"),
            LockExamples.handover, List.of("parcel-5"),
            LockExamples.headers, List.of("one", "two"));

    static Stream<Arguments> examples() {
        return Stream.of(LockExamples.values())
                .flatMap(example -> Stream.of("java", "yaml", "xml").map(dsl -> Arguments.of(example, dsl)));
    }

    @BeforeEach
    void configure(RedisNodes nodes) {
        main.setInitialProperties(Map.of("camel.component.redlock.nodes", nodes.addresses()));
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("examples")
    void anExampleRunsUnderItsLock(LockExamples example, String dsl, RedisNodes nodes) throws Exception {
        main.bind("jms", BROKER.component());
        main.bind("work", (Processor) exchange -> journal.write(locksOf(nodes, example)));
        if (dsl.equals("java")) {
            main.configure().addRoutesBuilder(example.routes());
        } else {
            main.configure().withRoutesIncludePattern("classpath:examples/locks/" + example + "." + dsl);
        }
        main.start();

        String start = STARTED_BY.get(example);
        if (start != null) {
            assertThat(send(start, example).getException()).isNull();
        }

        await().atMost(Duration.ofSeconds(10)).until(() -> !journal.entries().isEmpty());
        assertThat(journal.entries())
                .containsOnly(LOCKED.getOrDefault(example, List.of()).toString());
    }

    private Exchange send(String uri, LockExamples example) throws Exception {
        Map<String, Object> headers =
                Map.of("orderId", 7, "from", "alice", "to", "bob", "article", "book", "case", 4, "parcel", 5);
        return main.getCamelTemplate().request(uri, exchange -> {
            exchange.getMessage().setHeaders(headers);
            exchange.getMessage().setBody(example == LockExamples.headers ? List.of("one", "two") : "a thing");
        });
    }

    /** Which of the example's locks are held. */
    private static String locksOf(RedisNodes nodes, LockExamples example) {
        return LOCKED.getOrDefault(example, List.of()).stream()
                .filter(name -> nodes.stream()
                                .filter(node -> node.get("redlock:" + name).isPresent())
                                .count()
                        >= 2)
                .toList()
                .toString();
    }
}
