// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Resource;
import io.camelredlock.core.Resource.Space;

/**
 * The only place that knows what a resource is called on the nodes (S-N1). Its helper lies in the same hash slot, and no two
 * keys are the same. Immutable.
 */
final class Keys {

    private static final String META = ":meta";

    /** Ends the helpers of keys for which {@link #META} would give one that another key has, too. */
    private static final String ODD_META = ":meta~";

    private final String locks;
    private final String leaderships;
    private final String node;

    Keys(String keyPrefix) {
        String base = keyPrefix.endsWith(":") ? keyPrefix.substring(0, keyPrefix.length() - 1) : keyPrefix;
        String named = base.isEmpty() ? "redlock" : base;
        this.locks = keyPrefix;
        this.leaderships = named + "-leader:";
        this.node = named + "-node:";
    }

    /** The key whose value is the token, and the channel that tells its release. */
    String own(Resource resource) {
        String space =
                switch (resource.space()) {
                    case LOCK -> locks;
                    case LEADERSHIP -> leaderships;
                    case MEMBERS -> node;
                };
        return space + resource.name();
    }

    /** The hash beside it. */
    String meta(String own) {
        if (HashSlot.isTagged(own)) {
            // "{x}" whole: the plain form belongs to the key "x"
            boolean isOnlyTag = own.startsWith("{") && own.indexOf('}') == own.length() - 1;
            return own + (isOnlyTag ? ODD_META : META);
        }
        if (own.indexOf('}') < 0) {
            return "{" + own + "}" + META;
        }
        return "{" + HashSlot.twin(own) + "}" + own + ODD_META; // the brace would end a tag made of the key too early
    }

    /** What the node knows of the cluster it serves. */
    String config() {
        return node + "config";
    }

    /** What tells one memory of the node from the next (S-T2). */
    String marker() {
        return node + "marker";
    }

    /** What the node's clients say of themselves. */
    String clients() {
        return node + "clients";
    }

    /**
     * Refuses a resource whose key could be one of ours.
     *
     * @throws IllegalArgumentException if so; names the resource and the rule
     */
    void check(Resource resource) {
        String own = own(resource);
        if (HashSlot.isTagged(own) && (own.endsWith(META) || own.endsWith(ODD_META))) {
            throw refused(resource, "with a hash tag in braces it must not end with '" + META + "'");
        }
        if (resource.space() == Space.LOCK && own.startsWith(leaderships)) {
            throw refused(resource, "its key would start with '" + leaderships + "'");
        }
        if (own.startsWith(node)) {
            throw refused(resource, "its key would start with '" + node + "'");
        }
    }

    private static IllegalArgumentException refused(Resource resource, String rule) {
        return new IllegalArgumentException("resource " + resource + " is reserved: " + rule);
    }
}
