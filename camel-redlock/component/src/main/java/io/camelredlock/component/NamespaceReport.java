// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is known here of one namespace at one moment, for people. A local read.
 *
 * @param leader the id of the leader as far as is known; empty if nobody is known to lead
 * @param fencingToken of this member's leadership; 0 if it has none
 * @param validityMillis how long this member may lead if no extension succeeds any more; 0 if it does not lead
 * @param transitions how often this member gained or lost
 * @param lastLoss why it lost last; empty if it never did
 * @param idleRoutes the routes that do not work although this member leads
 */
record NamespaceReport(
        String namespace,
        Role role,
        String leader,
        long fencingToken,
        long validityMillis,
        int transitions,
        String lastLoss,
        List<String> idleRoutes) {

    /** What this member is in its namespace. */
    enum Role {
        LEADER,
        FOLLOWER,
        /** Leads no more, but keeps the leadership until its work has drained. */
        LEAVING,
        /** Looks on without competing. */
        DISABLED,
        /** Takes no part, as no route asks for it. */
        IDLE;

        /** As it is shown. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("namespace", namespace);
        map.put("role", role.word());
        map.put("leader", leader);
        map.put("fencingToken", fencingToken);
        map.put("validityMillis", validityMillis);
        map.put("transitions", transitions);
        map.put("lastLoss", lastLoss);
        map.put("idleRoutes", idleRoutes);
        return map;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(namespace).append(": ").append(role.word());
        if (role == Role.LEADER) {
            text.append(", ")
                    .append(validityMillis)
                    .append(" ms left, fencing token ")
                    .append(fencingToken);
        } else {
            text.append(", leader ").append(leader.isEmpty() ? "unknown" : leader);
        }
        if (!idleRoutes.isEmpty()) {
            text.append(", ROUTES NOT STARTED ").append(idleRoutes);
        }
        text.append(", transitions ").append(transitions);
        return lastLoss.isEmpty()
                ? text.toString()
                : text.append(", last loss: ").append(lastLoss).toString();
    }
}
