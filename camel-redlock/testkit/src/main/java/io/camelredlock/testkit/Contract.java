// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

/** A part of the contract that every engine must keep. Each test has a setting of its own. */
interface Contract {

    /** The nodes and engines of the running test. */
    Setting setting();
}
