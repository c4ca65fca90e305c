// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Redlock;
import java.util.List;
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
        List<String> names = ResourceNames.of(endpoint.getResource(), endpoint.getSeparator());
        redlock.check(redlock.request(names.toArray(String[]::new)));
        LockRules.checkHandoverTtl(endpoint.getHandoverTtl(), redlock);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        boolean stays = endpoint.isSynchronous() || Continuation.isBound(exchange);
        try {
            LockCall call = LockCall.of(endpoint, exchange);
            Continuation continuation = component.continuation();
            LockOperations operations = new LockOperations(component.locks(), endpoint, continuation.threads(stays));
            return continuation.resume(operations.begin(call, exchange), exchange, stays, callback);
        } catch (LockNotHeldException | RuntimeException refused) {
            exchange.setException(refused);
            callback.done(true);
            return true;
        }
    }
}
