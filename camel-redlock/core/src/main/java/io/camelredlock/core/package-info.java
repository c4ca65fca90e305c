// SPDX-License-Identifier: Apache-2.0
/**
 * The Redlock algorithm: what concerns all nodes at once. Decisions are pure, the shell around them is asynchronous, and
 * time, timers and threads come in from outside.
 */
@NullMarked
package io.camelredlock.core;

import org.jspecify.annotations.NullMarked;
