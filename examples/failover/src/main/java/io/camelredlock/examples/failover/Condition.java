// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

/** What a process can be seen to be. */
enum Condition {
    /** Its process was begun, but it does not take part yet. */
    STARTING,
    RUNNING,
    /** A Redis node that runs without the lease's key: it was restarted empty, or its key expired while it was frozen. */
    EMPTY,
    /** Stopped by SIGSTOP. */
    FROZEN,
    /** There is no process. */
    DOWN
}
