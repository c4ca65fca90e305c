// SPDX-License-Identifier: Apache-2.0
/** A route owned by one JVM at a time. */
@NullMarked
package io.camelredlock.examples.failover;

import org.jspecify.annotations.NullMarked;
