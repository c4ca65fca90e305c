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

    /** Whether the node told who it is: without that a change of its memory would go unseen. */
    boolean isKnown() {
        return !runId.isEmpty() && !replicationId.isEmpty();
    }

    /** Whether the marker was written for this very server and data. */
    boolean isMarked() {
        int run = marker.indexOf(':') + 1;
        int replication = run + runId.length() + 1;
        int time = replication + replicationId.length() + 1;
        return isKnown()
                && run > 0
                && marker.startsWith(runId, run)
                && marker.startsWith(":", replication - 1)
                && marker.startsWith(replicationId, replication)
                && marker.startsWith(":", time - 1)
                && isNumber(time);
    }

    private boolean isNumber(int from) {
        int digits = marker.length() - from;
        boolean number = digits > 0 && digits <= 18;
        for (int i = from; number && i < marker.length(); i++) {
            number = marker.charAt(i) >= '0' && marker.charAt(i) <= '9';
        }
        return number;
    }

    /** When the marker was written, by the node's clock; to be asked only if it {@link #isMarked}. */
    long markedMillis() {
        return Long.parseLong(marker.substring(marker.lastIndexOf(':') + 1));
    }

    /** Whether a later look shows the same memory: also when the marker that was missing has been written since. */
    boolean isContinuedBy(Incarnation later) {
        boolean sameServer = runId.equals(later.runId) && replicationId.equals(later.replicationId);
        return sameServer && (marker.equals(later.marker) || marker.isEmpty() && later.isMarked());
    }
}
