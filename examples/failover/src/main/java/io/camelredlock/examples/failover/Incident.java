// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.util.List;

/**
 * Something done to members or nodes on purpose.
 *
 * @param number its number in the story, from 1
 * @param processes to whom
 * @param what in words, as the terminal said it
 * @param nanos when
 * @param isFault false if it was the orderly way
 */
record Incident(int number, List<String> processes, String what, long nanos, boolean isFault) {

    Incident {
        processes = List.copyOf(processes);
    }
}
