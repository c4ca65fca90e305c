// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.component.RedlockConstants;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** The work of the route: one entry in the ledger per exchange, with the fencing token that the exchange began with. */
final class AppendTick implements Processor {

    private static final Duration LINGER = Duration.ofSeconds(1);

    private final AtomicBoolean lingers = new AtomicBoolean();
    private final String member;
    private final Ledger ledger;
    private final Witness witness;

    AppendTick(Role role, Witness witness) throws IOException {
        this.member = role.name();
        this.ledger = new Ledger(role.ledger(), role.safe());
        this.witness = witness;
        witness.onLinger(() -> lingers.set(true));
    }

    @Override
    public void process(Exchange exchange) throws IOException {
        long token = exchange.getProperty(RedlockConstants.FENCING_TOKEN, Long.class);
        if (lingers.getAndSet(false)) {
            linger(token);
        }
        if (!ledger.append(member, token).accepted()) {
            witness.report(Report.Kind.REFUSED, token);
        }
    }

    /** The moment a fence is for: between the check and the effect. */
    private void linger(long token) {
        witness.report(Report.Kind.LINGERING, token);
        long end = System.nanoTime() + LINGER.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
