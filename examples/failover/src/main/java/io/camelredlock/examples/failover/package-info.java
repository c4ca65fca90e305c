// SPDX-License-Identifier: Apache-2.0
/**
 * One route, three JVMs, five Redis nodes, and everything that can go wrong in a minute.
 *
 * <p>{@link io.camelredlock.examples.failover.FailoverExample} is where to begin; what a member runs is in
 * {@link io.camelredlock.examples.failover.Member}.
 */
@NullMarked
package io.camelredlock.examples.failover;

import org.jspecify.annotations.NullMarked;
