// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Lease;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
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
        ExchangeHolds own = levels(exchange)
                .filter(level -> level.isOwnedBy(exchange))
                .findFirst()
                .orElseGet(() -> begin(exchange, locks));
        own.holds.add(hold);
        exchange.setProperty(RedlockConstants.LEASE, hold.lease());
    }

    /** Counts with this exchange a hold that came with it, from another part of the process. */
    static void adopt(Hold hold, Exchange exchange, Locks locks) {
        if (all(exchange).noneMatch(hold::equals)) {
            add(hold, exchange, locks);
        }
    }

    private static ExchangeHolds begin(Exchange exchange, Locks locks) {
        ExchangeHolds open = levels(exchange)
                .filter(level -> !level.holds.stream().allMatch(Hold::isEnded))
                .findFirst()
                .orElse(null);
        ExchangeHolds own = new ExchangeHolds(locks, open);
        exchange.setProperty(PROPERTY, own);
        exchange.getExchangeExtension().addOnCompletion(own);
        return own;
    }

    /** The holds this exchange may extend and release. */
    static Stream<Hold> ownedBy(Exchange exchange) {
        return levels(exchange).flatMap(level -> level.ownedHolds(exchange));
    }

    /** All it sees, those that are another's as well. */
    static Stream<Hold> all(Exchange exchange) {
        return levels(exchange).flatMap(level -> level.holds.stream());
    }

    /** What this exchange holds that covers the resources, or was passed to it. */
    static Optional<Hold> find(List<String> resources, Exchange exchange) {
        return ownedBy(exchange)
                .filter(hold -> hold.covers(resources))
                .reduce((first, second) -> second)
                .or(() -> passed(exchange).filter(hold -> hold.covers(resources)));
    }

    /** The same, where there must be one. */
    static Hold require(List<String> resources, Exchange exchange) throws LockNotHeldException {
        Optional<Hold> found = find(resources, exchange);
        if (found.isEmpty()) {
            boolean copy = all(exchange).anyMatch(hold -> hold.covers(resources));
            throw new LockNotHeldException(resources, copy);
        }
        return found.get();
    }

    /** A lease that somebody put into the exchange property, which nobody else here answers for. */
    private static Optional<Hold> passed(Exchange exchange) {
        Lease lease = exchange.getProperty(RedlockConstants.LEASE, Lease.class);
        boolean known = lease == null || all(exchange).map(Hold::lease).anyMatch(lease::equals);
        return known ? Optional.empty() : Optional.of(Hold.passed(lease));
    }

    /** Forgets a hold that ended, and lets the exchange see the lease it has besides, if any. */
    static void remove(Hold hold, Exchange exchange) {
        levels(exchange).forEach(level -> level.holds.remove(hold));
        Optional<Hold> other = ownedBy(exchange).reduce((first, second) -> second);
        exchange.setProperty(RedlockConstants.LEASE, other.map(Hold::lease).orElse(null));
    }

    private static Stream<ExchangeHolds> levels(Exchange exchange) {
        return Stream.iterate(seenBy(exchange), level -> level != null, level -> level.outer);
    }

    boolean isOwnedBy(Exchange exchange) {
        return exchange.getExchangeExtension().containsOnCompletion(this);
    }

    private Stream<Hold> ownedHolds(Exchange exchange) {
        boolean owned = isOwnedBy(exchange);
        return holds.stream().filter(hold -> owned || hold.isManual());
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
