// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Redlock;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** The steps of one endpoint. No thread of a route waits, unless the exchange must stay on it. */
final class RedlockProducer extends DefaultAsyncProducer {

    private final RedlockEndpoint endpoint;
    private final RedlockComponent component;

    RedlockProducer(RedlockEndpoint endpoint, RedlockComponent component) {
        super(endpoint);
        this.endpoint = endpoint;
        this.component = component;
    }

    /** Refuses options that no exchange could be served with. */
    @Override
    protected void doStart() throws Exception {
        super.doStart();
        Redlock redlock = component.locks().redlock();
        LockRules.check(endpoint, redlock);
        LockRules.checkHandoverTtl(endpoint.getHandoverTtl(), redlock);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        boolean stays = endpoint.isSynchronous() || Continuation.isBound(exchange);
        try {
            LockCall call = LockCall.of(endpoint, exchange);
            Outcome.Pending pending = new LockOperations(component.locks(), endpoint).begin(call, exchange);
            return component.continuation().resume(pending, exchange, stays, callback);
        } catch (LockNotHeldException | RuntimeException refused) {
            exchange.setException(refused);
            callback.done(true);
            return true;
        }
    }
}
