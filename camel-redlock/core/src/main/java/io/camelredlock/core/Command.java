// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/**
 * One message to one node. A value: a node that cannot deliver it answers so and never delivers it later, releases excepted.
 *
 * @param verb what to do
 * @param resources on what: sorted, distinct; all or none of them; at least one but for {@link Verb#STAND}
 * @param tokens in whose name: one token, and for a release all that were ever issued to this node
 * @param ttlMillis how long the node keeps the grant; for a release, how long the keys could live without it
 * @param fences one number per resource: the proposal for {@link Verb#ACQUIRE} and {@link Verb#MINT}, the floor for
 *     {@link Verb#EXTEND} and {@link Verb#HEAL}; empty for the others
 * @param member the id of the member that asks, shown to others as holder
 */
public record Command(
        Verb verb, List<Resource> resources, List<Token> tokens, long ttlMillis, List<Long> fences, String member) {

    public Command {
        resources = List.copyOf(resources);
        tokens = List.copyOf(tokens);
        fences = List.copyOf(fences);
    }
}
