// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.RuntimeCamelException;

/** An exchange was to adopt a lease from another process and cannot, for good: a redelivery brings the same refusal. */
public final class HandoverRefusedException extends RuntimeCamelException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. Only the last two are known from the nodes; the others are refused before anything is sent. */
    public enum Reason {
        /** The message brought no hand-over string. */
        MISSING,
        /** It is none, or something on its way changed or cut it. */
        UNREADABLE,
        /** It is of an engine on other nodes, or under other rules. */
        FOREIGN,
        /** It is of a lease that does not hold what the step names. */
        OTHER_RESOURCE,
        /** Somebody else holds: who adopted it before, or acquired the lock since. A message that came twice looks so. */
        TAKEN,
        /** Nobody holds any more: it was adopted and released, or not adopted in time. */
        EXPIRED
    }

    private final Reason reason;

    HandoverRefusedException(Reason reason, String message, Throwable cause) {
        super("lease not adopted, " + reason + ": " + message, cause);
        this.reason = reason;
    }

    HandoverRefusedException(Reason reason, String message) {
        super("lease not adopted, " + reason + ": " + message);
        this.reason = reason;
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }
}
