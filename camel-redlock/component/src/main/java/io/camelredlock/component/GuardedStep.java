// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.LeaseLostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Processor;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One step that is not done for an exchange whose lock was lost. Thread-safe. */
final class GuardedStep extends DelegateAsyncProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedStep.class);
    private static final String TOLD = "CamelRedlockLossTold";

    private final AtomicBoolean warned;

    GuardedStep(Processor step, AtomicBoolean warned) {
        super(step);
        this.warned = warned;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        if (ExchangeHolds.seenBy(exchange) == null || isBeyond(exchange)) {
            return super.process(exchange, callback);
        }
        Optional<LeaseLostException> lost = loss(exchange);
        if (lost.isEmpty()) {
            warnOfCopy(exchange);
            return super.process(exchange, callback);
        }
        exchange.setException(lost.get());
        if (!exchange.getProperty(ExchangePropertyKey.TRY_ROUTE_BLOCK, false, boolean.class)) {
            exchange.setRollbackOnly(true); // no redelivery can help; who handles the exception takes it back
        }
        callback.done(true);
        return true;
    }

    /** Whether its failure is being handled already, or it is over. */
    private static boolean isBeyond(Exchange exchange) {
        return exchange.getProperty(ExchangePropertyKey.FAILURE_ROUTE_ID) != null
                || exchange.getProperty(ExchangePropertyKey.ON_COMPLETION) != null;
    }

    /** Each loss is told once; at a redelivery of the step that told it, again. */
    private Optional<LeaseLostException> loss(Exchange exchange) {
        Told told = exchange.getProperty(TOLD) instanceof Told before ? before : Told.NOTHING;
        boolean again = told.by() == this && exchange.getMessage().getHeader(Exchange.REDELIVERED) != null;
        for (Hold hold : ExchangeHolds.all(exchange)) {
            Optional<LeaseLostException> loss = hold.loss();
            if (loss.isPresent() && (again || !told.holds().contains(hold))) {
                exchange.setProperty(TOLD, told.and(hold, this));
                return loss;
            }
        }
        return Optional.empty();
    }

    /** A copy that goes its own way is not waited for; whoever sees that once can change the route. */
    private void warnOfCopy(Exchange exchange) {
        boolean outlives = !warned.get()
                && ExchangeHolds.ownedBy(exchange).isEmpty()
                && ExchangeHolds.all(exchange).stream().anyMatch(Hold::isEnded);
        if (outlives && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "Exchange {} goes on although the lock it began under has been released: a copy made by wireTap,"
                            + " aggregate or the like does not keep the lock of the exchange it was copied from. Further ones"
                            + " are not reported",
                    exchange.getExchangeId());
        }
    }

    /** The losses an exchange knows of. */
    private record Told(List<Hold> holds, @Nullable GuardedStep by) {

        private static final Told NOTHING = new Told(List.of(), null);

        Told and(Hold hold, GuardedStep step) {
            return new Told(Stream.concat(holds.stream(), Stream.of(hold)).toList(), step);
        }
    }
}
