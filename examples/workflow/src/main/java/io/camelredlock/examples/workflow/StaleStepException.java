// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.workflow;

/** The database has seen a higher fencing token: whoever wrote this had lost the lock, and did not know it yet. */
final class StaleStepException extends Exception {

    private static final long serialVersionUID = 1L;

    StaleStepException(Entry entry) {
        super("a later holder of the lock has written already: " + entry);
    }
}
