// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

/** How long a member or a node was in one condition. */
record Phase(String process, Condition condition, Span span) {}
