// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.spi.Metadata;

/**
 * The names of headers and exchange properties. A step reads only those that begin with {@code CamelRedlockOverride}, which
 * it removes; what it says in the others steers no later step.
 */
public final class RedlockConstants {

    @Metadata(
            label = "producer",
            description = "What to do instead of the endpoint's operation. Removed once read.",
            javaType = "io.camelredlock.component.RedlockOperation")
    public static final String OVERRIDE_OPERATION = "CamelRedlockOverrideOperation";

    @Metadata(
            label = "producer",
            description =
                    "What to lock instead of the endpoint's resource: a name, or a collection or array of names, taken"
                            + " literally; a single name is split by the endpoint's separator. Removed once read.",
            javaType = "Object")
    public static final String OVERRIDE_RESOURCE = "CamelRedlockOverrideResource";

    @Metadata(
            label = "producer",
            description =
                    "The ttl instead of the endpoint's: milliseconds, text such as 5s, or a java.time.Duration. Removed"
                            + " once read.",
            javaType = "java.time.Duration")
    public static final String OVERRIDE_TTL = "CamelRedlockOverrideTtl";

    @Metadata(
            label = "producer",
            description = "The timeout instead of the endpoint's, in the same forms. Removed once read.",
            javaType = "java.time.Duration")
    public static final String OVERRIDE_TIMEOUT = "CamelRedlockOverrideTimeout";

    @Metadata(
            label = "producer",
            description = "What to extend by instead of the endpoint's extendBy, in the same forms. Removed once read.",
            javaType = "java.time.Duration")
    public static final String OVERRIDE_EXTEND_BY = "CamelRedlockOverrideExtendBy";

    @Metadata(
            label = "producer",
            description =
                    "The time to hand over for instead of the endpoint's handoverTtl, in the same forms. Removed once read.",
            javaType = "java.time.Duration")
    public static final String OVERRIDE_HANDOVER_TTL = "CamelRedlockOverrideHandoverTtl";

    @Metadata(label = "producer", description = "Whether the exchange holds the lock now.", javaType = "boolean")
    public static final String ACQUIRED = "CamelRedlockAcquired";

    @Metadata(
            label = "producer",
            description =
                    "What the step was about: a name, or a list of names if there are several; for a consumer, the"
                            + " namespace.",
            javaType = "Object")
    public static final String RESOURCE = "CamelRedlockResource";

    @Metadata(
            label = "producer",
            description =
                    "How long the lock could be trusted when the step ended, in milliseconds, if it is not extended.",
            javaType = "long")
    public static final String REMAINING = "CamelRedlockRemaining";

    @Metadata(
            label = "producer",
            description =
                    "What a release found: RELEASED, ALREADY_RELEASED, EXPIRED, TAKEN_OVER or HANDED_OVER; STILL_HELD if the exchange"
                            + " had acquired it more than once; PUT_OFF until the shortest hold is over; NOT_HELD.",
            javaType = "String")
    public static final String RELEASE = "CamelRedlockRelease";

    @Metadata(
            label = "producer",
            description = "The id of the member that holds the lock, whichever exchange of it; absent if nobody does.",
            javaType = "String")
    public static final String HOLDER = "CamelRedlockHolder";

    @Metadata(
            description =
                    "The fencing token of the lock, greater than that of every earlier holder; absent if several resources"
                            + " are locked at once, whose tokens the lease tells, and without fencing. As an exchange property: that of the leadership"
                            + " under which an exchange of a route with a RedlockLeadershipPolicy began, and a header if the policy"
                            + " was told so.",
            javaType = "long")
    public static final String FENCING_TOKEN = "CamelRedlockFencingToken";

    @Metadata(
            label = "producer",
            description =
                    "The lease itself, an exchange property: of the lock acquired last. It answers by the clock, and may"
                            + " be passed to other exchanges, threads and contexts of this process.",
            javaType = "io.camelredlock.core.Lease")
    public static final String LEASE = "CamelRedlockLease";

    @Metadata(
            label = "consumer",
            description =
                    "What happened: gained, lost, leaderChanged, memberJoined or memberLeft. The body says the same.",
            javaType = "String")
    public static final String EVENT = "CamelRedlockEvent";

    @Metadata(
            label = "consumer",
            description = "The id of the member that leads when the event is told; absent if none is known to.",
            javaType = "String")
    public static final String LEADER = "CamelRedlockLeader";

    @Metadata(
            label = "consumer",
            description = "The id of the member the event is about; absent if the leader is gone.",
            javaType = "String")
    public static final String MEMBER = "CamelRedlockMember";

    private RedlockConstants() {}
}
