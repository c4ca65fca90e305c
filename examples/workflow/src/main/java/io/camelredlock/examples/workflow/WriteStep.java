// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

import io.camelredlock.component.RedlockConstants;
import io.camelredlock.core.Lease;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Does a step of the workflow: writes it to the database, with the fencing token of the lock that the exchange holds. */
final class WriteStep implements Processor {

    static final String ORDER = "order";
    static final String RUN = "run";

    private final String step;
    private final Orders orders;
    private final Runnable pause;

    /** {@code pause} is between the last look at the lock and the write. */
    WriteStep(String step, Orders orders, Runnable pause) {
        this.step = step;
        this.orders = orders;
        this.pause = pause;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        Lease lease = exchange.getProperty(RedlockConstants.LEASE, Lease.class);
        Entry entry = new Entry(
                exchange.getMessage().getHeader(ORDER, String.class),
                exchange.getMessage().getHeader(RUN, String.class),
                step,
                lease.fencingToken(),
                ProcessHandle.current().pid() + " " + Thread.currentThread().getName());
        pause.run();
        orders.write(entry);
        System.out.println("WROTE " + entry);
    }
}
