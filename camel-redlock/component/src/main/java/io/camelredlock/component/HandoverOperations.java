// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.component.HandoverRefusedException.Reason;
import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.LeaseRequest;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Resource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.jspecify.annotations.Nullable;

/**
 * What steps do with leases that go from one process to another, as a string. Never waits, never writes to an exchange but in an
 * outcome; only the string is taken out of the message at once. Stateless but for its parts.
 */
final class HandoverOperations {

    private final Locks locks;
    private final LockSettings settings;
    private final Executor threads;

    /** Results come on these threads. */
    HandoverOperations(Locks locks, LockSettings settings, Executor threads) {
        this.locks = locks;
        this.settings = settings;
        this.threads = threads;
    }

    /** Ends the lease here and gives the message the string by which somebody else goes on with it. */
    Outcome.Pending handOver(LockCall call, Exchange exchange) throws LockNotHeldException {
        Hold hold = ExchangeHolds.require(call.resources(), exchange);
        CompletionStage<String> handing = locks.handOver(hold, call.handoverTtl(locks.redlock()));
        return new Outcome.Pending(handing.thenApplyAsync(
                text -> given -> {
                    ExchangeHolds.remove(hold, given);
                    Headers.handedOver(given, hold.lease().resources());
                    put(text, call.handoverHeader(), given.getMessage());
                },
                threads));
    }

    /** Goes on with a lease that somebody else handed over, as one of this exchange. */
    Outcome.Pending adopt(LockCall call, Exchange exchange) {
        locks.redlock().check(call.request(locks.redlock(), settings));
        LockRules.refuseScopeOfOneCall(settings, exchange);
        CompletableFuture<Lease> adopting = adopting(call, take(call.handoverHeader(), exchange.getMessage()));
        return new Outcome.Pending(
                adopting.handleAsync((lease, failure) -> adopted(call, lease, failure), threads),
                () -> giveBackUnseen(adopting));
    }

    private static void put(String text, String header, Message message) {
        if (header.isEmpty()) {
            message.setBody(text);
        } else {
            message.setHeader(header, text);
        }
    }

    /** A header is taken out, so that it neither goes along nor steers a later step. */
    private static String take(String header, Message message) {
        Object carried = header.isEmpty() ? message.getBody() : message.removeHeader(header);
        String text = carried == null
                ? null
                : message.getExchange().getContext().getTypeConverter().convertTo(String.class, carried);
        if (text == null || text.isBlank()) {
            throw new HandoverRefusedException(
                    Reason.MISSING,
                    "there is no hand-over string in " + (header.isEmpty() ? "the body" : "header " + header));
        }
        return text;
    }

    private CompletableFuture<Lease> adopting(LockCall call, String text) {
        AtomicBoolean read = new AtomicBoolean();
        try {
            return locks.redlock().adoptAsync(text, handed -> {
                read.set(true);
                return holdingAs(call, handed);
            });
        } catch (IllegalArgumentException refused) {
            throw new HandoverRefusedException(
                    read.get() ? Reason.FOREIGN : Reason.UNREADABLE, String.valueOf(refused.getMessage()), refused);
        }
    }

    private LeaseRequest holdingAs(LockCall call, LeaseRequest handed) {
        List<Resource> named = call.resources().stream().map(Resource::lock).toList();
        if (!handed.resources().containsAll(named)) {
            throw new HandoverRefusedException(
                    Reason.OTHER_RESOURCE, "it holds " + handed.resources() + ", not " + named);
        }
        LeaseRequest request = call.request(locks.redlock(), settings);
        return handed.autoExtend(request.autoExtend())
                .maxHold(request.maxHold())
                .ttl(call.ttl() != null ? call.ttl() : handed.ttl());
    }

    private Outcome adopted(LockCall call, @Nullable Lease lease, @Nullable Throwable failure) {
        return exchange -> {
            if (lease != null) {
                ExchangeHolds.add(locks.hold(lease, settings), exchange, locks);
                Headers.acquired(exchange, call.resources(), lease);
                return;
            }
            Headers.notAcquired(exchange, call.resources());
            Exception cause = Continuation.cause(failure == null ? new IllegalStateException("no lease") : failure);
            if (!(cause instanceof LeaseLostException gone)) {
                throw cause;
            }
            if (settings.isFailIfNotAcquired()) {
                throw refused(call, gone);
            }
        };
    }

    private static HandoverRefusedException refused(LockCall call, LeaseLostException gone) {
        boolean taken = gone.loss().reason() == Loss.Reason.TAKEN_OVER;
        return new HandoverRefusedException(
                taken ? Reason.TAKEN : Reason.EXPIRED,
                call.resources()
                        + (taken
                                ? " is held by somebody else, who adopted it before or acquired it since"
                                : " is held by nobody any more: it was adopted and released, or not adopted in time"),
                gone);
    }

    private static void giveBackUnseen(CompletableFuture<Lease> adopting) {
        CompletionStage<?> unused = adopting.thenAccept(LockOperations::releaseUnseen);
    }
}
