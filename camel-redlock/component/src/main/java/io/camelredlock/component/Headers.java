// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Holder;
import io.camelredlock.core.Lease;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** What a step tells its exchange. What an earlier step told is taken back, so that nothing of it can be mistaken for new. */
final class Headers {

    private Headers() {}

    static void acquired(Exchange exchange, List<String> resources, Lease lease) {
        Message message = begin(exchange, resources);
        message.setHeader(RedlockConstants.ACQUIRED, true);
        addLease(message, lease);
    }

    static void notAcquired(Exchange exchange, List<String> resources) {
        begin(exchange, resources).setHeader(RedlockConstants.ACQUIRED, false);
    }

    static void held(Exchange exchange, List<String> resources, Lease lease) {
        addLease(begin(exchange, resources), lease);
    }

    static void released(Exchange exchange, List<String> resources, String what) {
        begin(exchange, resources).setHeader(RedlockConstants.RELEASE, what);
    }

    static void handedOver(Exchange exchange, List<String> resources) {
        begin(exchange, resources);
    }

    static void status(Exchange exchange, List<String> resources, Optional<Lease> lease, Optional<Holder> holder) {
        Message message = begin(exchange, resources);
        message.setHeader(
                RedlockConstants.ACQUIRED, lease.filter(Lease::isValid).isPresent());
        lease.ifPresent(own -> addLease(message, own));
        holder.ifPresent(other -> message.setHeader(RedlockConstants.HOLDER, other.memberId()));
    }

    static void event(Exchange exchange, String namespace, NamespaceState.Change change, NamespaceState now) {
        Message message = exchange.getMessage();
        message.setHeader(RedlockConstants.EVENT, change.event().name());
        message.setHeader(RedlockConstants.RESOURCE, namespace);
        change.member().ifPresent(member -> message.setHeader(RedlockConstants.MEMBER, member));
        now.leader().ifPresent(leader -> message.setHeader(RedlockConstants.LEADER, leader));
        if (change.event() == RedlockEvent.gained) {
            now.fencingToken().ifPresent(token -> message.setHeader(RedlockConstants.FENCING_TOKEN, token));
        }
    }

    private static Message begin(Exchange exchange, List<String> resources) {
        Message message = exchange.getMessage();
        message.removeHeader(RedlockConstants.ACQUIRED);
        message.removeHeader(RedlockConstants.FENCING_TOKEN);
        message.removeHeader(RedlockConstants.REMAINING);
        message.removeHeader(RedlockConstants.RELEASE);
        message.removeHeader(RedlockConstants.HOLDER);
        message.setHeader(RedlockConstants.RESOURCE, resources.size() == 1 ? resources.get(0) : resources);
        return message;
    }

    private static void addLease(Message message, Lease lease) {
        message.setHeader(RedlockConstants.REMAINING, lease.remaining().toMillis());
        fencingToken(lease).ifPresent(token -> message.setHeader(RedlockConstants.FENCING_TOKEN, token));
    }

    /** Empty for several resources, which have one each, and of an engine without fencing. */
    private static Optional<Long> fencingToken(Lease lease) {
        try {
            return lease.resources().size() == 1 ? Optional.of(lease.fencingToken()) : Optional.empty();
        } catch (IllegalStateException without) {
            return Optional.empty();
        }
    }
}
