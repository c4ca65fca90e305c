// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.Ordered;
import org.apache.camel.spi.Synchronization;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange holds, given back when its unit of work is over, after everything else.
 *
 * <p>It is an exchange property, so every copy of the exchange sees it; and a completion of the unit of work, which Camel
 * passes on where an exchange goes on as another one. Whose unit of work it is in, owns what is held. Thus it follows the
 * exchange wherever Camel takes it, and a copy that goes its own way owns nothing. Safe for use by several threads.
 */
final class ExchangeHolds implements Synchronization, Ordered {

    private static final String PROPERTY = "CamelRedlockHolds";

    private final Locks locks;
    private final List<Hold> holds = new CopyOnWriteArrayList<>();
    private final @Nullable ExchangeHolds outer;

    private ExchangeHolds(Locks locks, @Nullable ExchangeHolds outer) {
        this.locks = locks;
        this.outer = outer;
    }

    /** What the exchange, or one it is a copy of, holds or held. */
    static @Nullable ExchangeHolds seenBy(Exchange exchange) {
        return exchange.getProperty(PROPERTY) instanceof ExchangeHolds seen ? seen : null;
    }

    /** Makes the hold one of this exchange. */
    static void add(Hold hold, Exchange exchange, Locks locks) {
        ExchangeHolds own = seenBy(exchange);
        while (own != null && !own.isOwnedBy(exchange)) {
            own = own.outer;
        }
        (own == null ? begin(exchange, locks) : own).holds.add(hold);
        exchange.setProperty(RedlockConstants.LEASE, hold.lease());
    }

    /** Counts with this exchange a hold that came with it, from another part of the process. */
    static void adopt(Hold hold, Exchange exchange, Locks locks) {
        if (!all(exchange).contains(hold)) {
            add(hold, exchange, locks);
        }
    }

    private static ExchangeHolds begin(Exchange exchange, Locks locks) {
        ExchangeHolds open = seenBy(exchange);
        while (open != null && open.isOver()) {
            open = open.outer;
        }
        ExchangeHolds own = new ExchangeHolds(locks, open);
        exchange.setProperty(PROPERTY, own);
        exchange.getExchangeExtension().addOnCompletion(own);
        return own;
    }

    private boolean isOver() {
        return holds.stream().allMatch(Hold::isEnded);
    }

    /** The holds this exchange may extend and release. */
    static List<Hold> ownedBy(Exchange exchange) {
        return select(exchange, true);
    }

    /** All it sees, those that are another's as well. */
    static List<Hold> all(Exchange exchange) {
        return select(exchange, false);
    }

    /** By a loop, as this is asked before every step of an exchange. */
    private static List<Hold> select(Exchange exchange, boolean onlyOwned) {
        List<Hold> selected = new ArrayList<>();
        for (ExchangeHolds level = seenBy(exchange); level != null; level = level.outer) {
            boolean isOpen = !onlyOwned || level.isOwnedBy(exchange);
            for (Hold hold : level.holds) {
                if (isOpen || hold.isManual()) {
                    selected.add(hold);
                }
            }
        }
        return selected;
    }

    /** What this exchange holds that covers the resources, or was passed to it. */
    static Optional<Hold> find(List<String> resources, Exchange exchange) {
        Hold last = null;
        for (Hold hold : ownedBy(exchange)) {
            last = hold.covers(resources) ? hold : last;
        }
        return last != null ? Optional.of(last) : passed(exchange).filter(hold -> hold.covers(resources));
    }

    /** The same, where there must be one. */
    static Hold require(List<String> resources, Exchange exchange) throws LockNotHeldException {
        Optional<Hold> found = find(resources, exchange);
        if (found.isEmpty()) {
            boolean copy = all(exchange).stream().anyMatch(hold -> hold.covers(resources));
            throw new LockNotHeldException(resources, copy);
        }
        return found.get();
    }

    /** A lease that somebody put into the exchange property, which nobody else here answers for. */
    private static Optional<Hold> passed(Exchange exchange) {
        Lease lease = exchange.getProperty(RedlockConstants.LEASE, Lease.class);
        boolean known = lease == null || all(exchange).stream().map(Hold::lease).anyMatch(lease::equals);
        return known ? Optional.empty() : Optional.of(Hold.passed(lease));
    }

    /** Forgets a hold that ended, and lets the exchange see the lease it has besides, if any. */
    static void remove(Hold hold, Exchange exchange) {
        for (ExchangeHolds level = seenBy(exchange); level != null; level = level.outer) {
            level.holds.remove(hold);
        }
        List<Hold> others = ownedBy(exchange);
        Lease other = others.isEmpty() ? null : others.get(others.size() - 1).lease();
        exchange.setProperty(RedlockConstants.LEASE, other);
    }

    private boolean isOwnedBy(Exchange exchange) {
        return exchange.getExchangeExtension().containsOnCompletion(this);
    }

    @Override
    public void onComplete(Exchange exchange) {
        end();
    }

    @Override
    public void onFailure(Exchange exchange) {
        end();
    }

    /** Ended ones stay: copies that go on see that they do so without the lock. */
    private void end() {
        holds.stream().filter(hold -> !hold.isManual()).forEach(locks::giveBack);
    }

    /** After file moves, acknowledgements and the like. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST;
    }
}
