// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What to acquire and how. Made by {@link Redlock#request}, which fills in the engine's options; immutable.
 *
 * @param resources the names, sorted and distinct: all of them or none
 * @param ttl how long the nodes keep the grant
 * @param timeout how long to go on trying; zero is exactly one attempt
 * @param retryCount attempts after the first, or {@link RedlockOptions#UNLIMITED}
 * @param autoExtend whether the lease is extended until it is released
 * @param maxHold after how long automatic extension ends for good, so that a wedged holder does not lock out everybody
 */
public record LeaseRequest(
        List<Resource> resources,
        Duration ttl,
        Duration timeout,
        int retryCount,
        boolean autoExtend,
        Duration maxHold) {

    /** As long as it takes. */
    public static final Duration FOREVER = Duration.ofDays(36_500);

    public LeaseRequest {
        // most are for one, and each setting makes a new request
        resources = resources.size() == 1
                ? List.copyOf(resources)
                : resources.stream().sorted().distinct().toList();
        if (resources.isEmpty()) {
            throw new IllegalArgumentException("resources must name at least one resource");
        }
        ttl = Duration.ofMillis(ttl.toMillis()); // what a node can keep; the deadline must not count on more
        OptionRules.atLeast("timeout", timeout, Duration.ZERO);
        OptionRules.retryCount(retryCount);
        OptionRules.atLeast("maxHold", maxHold, Duration.ofMillis(1));
    }

    static LeaseRequest of(RedlockOptions options, String... names) {
        return of(options, Arrays.stream(names).map(Resource::lock).toList());
    }

    static LeaseRequest of(RedlockOptions options, List<Resource> resources) {
        return new LeaseRequest(resources, options.ttl(), options.timeout(), options.retryCount(), false, FOREVER);
    }

    /** What the resources are called, in their order. */
    List<String> names() {
        return resources.stream().map(Resource::name).toList();
    }

    /** With this time to live. */
    public LeaseRequest ttl(Duration value) {
        return new LeaseRequest(resources, value, timeout, retryCount, autoExtend, maxHold);
    }

    /** Trying for so long. */
    public LeaseRequest timeout(Duration value) {
        return new LeaseRequest(resources, ttl, value, retryCount, autoExtend, maxHold);
    }

    /** With so many attempts after the first. */
    public LeaseRequest retryCount(int value) {
        return new LeaseRequest(resources, ttl, timeout, value, autoExtend, maxHold);
    }

    /** Extended automatically until released, or not. */
    public LeaseRequest autoExtend(boolean value) {
        return new LeaseRequest(resources, ttl, timeout, retryCount, value, maxHold);
    }

    /** Extended automatically for so long at most. */
    public LeaseRequest maxHold(Duration value) {
        return new LeaseRequest(resources, ttl, timeout, retryCount, autoExtend, value);
    }

    /** A command about these resources, in the name of a token. */
    Command command(Verb verb, Token token, Duration keep, List<Long> numbers, String member) {
        return new Command(verb, resources, List.of(token), keep.toMillis(), numbers, member);
    }
}
