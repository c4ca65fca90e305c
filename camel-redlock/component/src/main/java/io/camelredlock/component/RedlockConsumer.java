// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes an exchange of each change of a namespace, one after the other, on the component's threads for routes. A route that
 * takes its time is told what is by then, not every step on the way.
 */
final class RedlockConsumer extends DefaultConsumer {

    private final RedlockEndpoint endpoint;
    private final RedlockComponent component;
    private final AtomicInteger signals = new AtomicInteger();

    private volatile @Nullable NamespaceWatch watch;
    private @Nullable NamespaceState told;

    RedlockConsumer(RedlockEndpoint endpoint, RedlockComponent component, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
        this.component = component;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        NamespaceWatch begun = watch == null ? component.watch(endpoint.getResource(), this::signal) : watch;
        watch = begun;
        told = null;
        begun.start();
        signal();
    }

    @Override
    protected void doStop() throws Exception {
        NamespaceWatch open = watch;
        if (open != null) {
            open.stop();
        }
        super.doStop();
    }

    @Override
    protected void doResume() throws Exception {
        super.doResume();
        signal();
    }

    /** Something may be new. */
    private void signal() {
        if (signals.getAndIncrement() == 0) {
            try {
                component.onRoute(() -> catchUp(1));
            } catch (RejectedExecutionException stopped) {
                signals.set(0); // nobody is told any more
            }
        }
    }

    private void catchUp(int seen) {
        int missed = seen;
        while (missed > 0) {
            tell();
            missed = signals.addAndGet(-missed);
        }
    }

    private void tell() {
        NamespaceWatch open = watch;
        if (open == null || !isRunAllowed() || isSuspendingOrSuspended()) {
            return;
        }
        NamespaceState now = open.present();
        NamespaceState before = told;
        told = now;
        for (NamespaceState.Change change : changes(before, now)) {
            process(exchange(change, now));
        }
    }

    private List<NamespaceState.Change> changes(@Nullable NamespaceState before, NamespaceState now) {
        if (before != null) {
            return before.changesTo(now);
        }
        return endpoint.isInitialEvent() ? now.all() : List.of();
    }

    private Exchange exchange(NamespaceState.Change change, NamespaceState now) {
        Exchange exchange = createExchange(true);
        exchange.getMessage().setBody(change.event().name());
        Headers.event(exchange, endpoint.getResource(), change, now);
        return exchange;
    }

    private void process(Exchange exchange) {
        try {
            getProcessor().process(exchange);
        } catch (Exception failed) {
            exchange.setException(failed);
        }
        if (exchange.getException() != null) {
            getExceptionHandler()
                    .handleException("an event of a namespace was not processed", exchange, exchange.getException());
        }
    }
}
