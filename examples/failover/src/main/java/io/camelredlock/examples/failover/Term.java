// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

/**
 * One leadership: who, by which fencing token, and for how long the lease could be trusted.
 *
 * @param member the leader's name
 * @param token the fencing token; later terms have higher ones
 * @param validity from the gain to the end of validity
 */
record Term(String member, long token, Span validity) {

    Term extendedTo(long later) {
        return new Term(member, token, validity.extendedTo(later));
    }

    Term endedAt(long earlier) {
        return new Term(member, token, validity.endedAt(earlier));
    }
}
