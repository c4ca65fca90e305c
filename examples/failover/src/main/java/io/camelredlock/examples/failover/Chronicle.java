// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.List;

/**
 * Everything that was seen in one run. Immutable; the result, the picture and the exit status follow from it alone.
 *
 * @param run from the begin to the end
 * @param phases who was in which condition when
 * @param terms all leaderships, in the order in which they were gained
 * @param ticks the ledger
 * @param incidents what was done on purpose
 * @param failovers the changes of leader that followed from it
 * @param complaints what should not have happened, in words
 */
record Chronicle(
        Cast cast,
        Span run,
        List<Phase> phases,
        List<Term> terms,
        List<Tick> ticks,
        List<Incident> incidents,
        List<Failover> failovers,
        List<String> complaints) {

    Chronicle {
        phases = List.copyOf(phases);
        terms = List.copyOf(terms);
        ticks = List.copyOf(ticks);
        incidents = List.copyOf(incidents);
        failovers = List.copyOf(failovers);
        complaints = List.copyOf(complaints);
    }
}
