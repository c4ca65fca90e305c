// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

/**
 * One step of one run of an order, as the database keeps it.
 *
 * @param order what it was done for
 * @param run which of the runs of that order it belongs to
 * @param token the fencing token of the lock it was done under
 * @param place the process and thread that did it
 */
record Entry(String order, String run, String step, long token, String place) {

    @Override
    public String toString() {
        return String.format("%-8s of %s, run %s, token %d, in %s", step, order, run, token, place);
    }
}
