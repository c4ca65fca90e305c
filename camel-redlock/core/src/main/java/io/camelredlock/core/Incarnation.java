// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * What tells one memory of a node from the next (S-T2). Immutable.
 *
 * @param marker the text of the node's marker key, {@code random:runId:replicationId:nodeTimeMs}, as the script saw it; empty
 *     if there was none
 * @param runId of the server that answered; empty if it is not known
 * @param replicationId of the data it serves, from the INFO behind the batch; empty if it is not known
 */
public record Incarnation(String marker, String runId, String replicationId) {

    /** Nothing is known. */
    public static final Incarnation UNKNOWN = new Incarnation("", "", "");
}
