// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static io.camelredlock.component.TestMember.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DrainTest {

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final CountDownLatch workMayEnd = new CountDownLatch(1);
    private final Journal journal = new Journal();

    @AfterEach
    void endWork() {
        workMayEnd.countDown();
        timers.shutdown();
    }

    @Test
    void aRouteThatIsForcedDownAndRemovedBeforeTheTimersRunIsNotTakenForAQuietOne() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(working());
            context.start();
            await().atMost(SOON).until(() -> journal.has("work begins"));
            CompletableFuture<Void> removed = new CompletableFuture<>();
            CompletableFuture<Void> forced = new CompletableFuture<>();
            timers.execute(removed::join);

            Drain drain = new Drain(
                    List.of(WatchedRoute.stopping(context.getRoute("work"))), () -> true, () -> forced.complete(null));
            drain.begin(timers);
            context.getRouteController().stopRoute("work", 1, TimeUnit.SECONDS);
            context.removeRoute("work");
            removed.complete(null);

            assertThat(forced).succeedsWithin(SOON);
            assertThat(drain.drained()).isNotDone();
            workMayEnd.countDown();
        }
    }

    private RouteBuilder working() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:work?delay=0&repeatCount=1").routeId("work").process(journal.workUntil(workMayEnd, "work"));
            }
        };
    }
}
