// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many exchanges over few keys on several members, some of which fail. */
final class ManyExchangesIT {

    private static final int EXCHANGES = Integer.getInteger("redlock.exchanges", 1_500);
    private static final int KEYS = 30;

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(3);

    private final Map<String, Exchange> inside = new ConcurrentHashMap<>();
    private final Map<String, Long> lastTokens = new ConcurrentHashMap<>();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final AtomicInteger disorders = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    private List<LockContext> members = List.of();

    @BeforeEach
    void startMembers(RedisNodes nodes) throws Exception {
        members = Stream.generate(() -> new LockContext(nodes)).limit(3).toList();
        for (LockContext member : members) {
            member.start(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:start")
                            .errorHandler(noErrorHandler())
                            .toD("redlock:item/${header.key}")
                            .process(ManyExchangesIT.this::enter)
                            .delay(1)
                            .asyncDelayed()
                            .process(ManyExchangesIT.this::leave);
                }
            });
        }
    }

    @AfterEach
    void stopMembers() {
        members.forEach(LockContext::close);
    }

    private static String keyOf(Exchange exchange) {
        return exchange.getMessage().getHeader("key", String.class);
    }

    private void enter(Exchange exchange) {
        String key = keyOf(exchange);
        if (inside.putIfAbsent(key, exchange) != null) {
            overlaps.incrementAndGet();
        }
        long token = exchange.getMessage().getHeader(RedlockConstants.FENCING_TOKEN, Long.class);
        Long before = lastTokens.put(key, token);
        if (before != null && before >= token) {
            disorders.incrementAndGet();
        }
    }

    private void leave(Exchange exchange) {
        inside.remove(keyOf(exchange));
        if (done.incrementAndGet() % 20 == 0) {
            throw new IllegalStateException("one in twenty fails");
        }
    }

    @Test
    void noTwoExchangesOfOneKeyMeetAndNothingIsLeftBehind() {
        List<CompletableFuture<Exchange>> sent = new ArrayList<>();
        for (int number = 0; number < EXCHANGES; number++) {
            String key = "key " + number % KEYS;
            sent.add(members.get(number % members.size())
                    .template()
                    .asyncSend("direct:start", exchange -> exchange.getMessage().setHeader("key", key)));
        }
        sent.forEach(CompletableFuture::join);

        assertThat(done).hasValue(EXCHANGES);
        assertThat(overlaps).hasValue(0);
        assertThat(disorders).hasValue(0);
        assertThat(sent.stream().filter(exchange -> exchange.join().getException() != null))
                .hasSize(EXCHANGES / 20);
        await().atMost(LockContext.SOON)
                .until(() -> members.stream()
                        .allMatch(member -> member.component().locks().held() == 0));
        lastTokens.keySet().forEach(key -> members.get(0).awaitFree("item/" + key));
    }
}
