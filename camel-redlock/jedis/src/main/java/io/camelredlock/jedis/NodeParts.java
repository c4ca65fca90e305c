// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

/**
 * What the thread of one node works with.
 *
 * @param settings of all nodes of the engine
 * @param handshake how a connection to this node begins
 * @param intake where its calls come from
 * @param callbacks where its answers go
 * @param subscriptions the other connection, which it tends
 * @param scripts what is said
 * @param notes whether its clients differ
 * @param trouble what operators are told
 */
record NodeParts(
        NodeSettings settings,
        Handshake handshake,
        Intake intake,
        Callbacks callbacks,
        Subscriptions subscriptions,
        ScriptCalls scripts,
        ClientNotes notes,
        TroubleLog trouble) {

    long now() {
        return settings.ticker().nanosNotAhead();
    }
}
