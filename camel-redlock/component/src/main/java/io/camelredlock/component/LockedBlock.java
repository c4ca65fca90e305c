// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.LeaseLostException;
import java.util.List;
import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Processor;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Steps of a route that run under a lock: acquired before the first, given back after the last. Thread-safe. */
final class LockedBlock extends DelegateAsyncProcessor {

    private final RedlockComponent component;
    private final RedlockPolicy policy;
    private final Expression resource;

    LockedBlock(RedlockComponent component, RedlockPolicy policy, Expression resource, Processor steps) {
        super(steps);
        this.component = component;
        this.policy = policy;
        this.resource = resource;
    }

    @Override
    protected void doStart() throws Exception {
        LockRules.check(policy, component.locks().redlock());
        super.doStart();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        boolean stays = Continuation.isBound(exchange);
        try {
            Continuation continuation = component.continuation();
            LockOperations operations = new LockOperations(component.locks(), policy, continuation.threads(stays));
            List<String> names = ResourceNames.of(resource.evaluate(exchange, Object.class), policy.getSeparator());
            Outcome.Pending pending = operations.acquire(LockCall.acquire(names, policy), exchange);
            boolean now = continuation.resume(pending, exchange, stays, sync -> {
                if (!sync) {
                    enter(names, exchange, callback, false);
                }
            });
            return now && enter(names, exchange, callback, true);
        } catch (RuntimeException refused) {
            exchange.setException(refused);
            callback.done(true);
            return true;
        }
    }

    /** Does the steps if the lock is held; {@code sync}: still in the call that came to this block. */
    private boolean enter(List<String> names, Exchange exchange, AsyncCallback callback, boolean sync) {
        if (exchange.getException() != null
                || ExchangeHolds.find(names, exchange).isEmpty()) {
            callback.done(sync);
            return sync;
        }
        boolean stepsSync = super.process(exchange, done -> {
            ExchangeHolds.find(names, exchange).ifPresent(hold -> leave(hold, exchange));
            callback.done(sync && done);
        });
        return sync && stepsSync;
    }

    private void leave(Hold hold, Exchange exchange) {
        Optional<LeaseLostException> lost = hold.loss();
        if (lost.isPresent() && exchange.getException() == null) {
            exchange.setException(lost.get());
        }
        if (hold.leave()) {
            ExchangeHolds.remove(hold, exchange);
            component.locks().giveBack(hold);
        }
    }
}
