// SPDX-License-Identifier: Apache-2.0
/** The Redlock algorithm and leader election over nodes that somebody else talks to. */
@NullMarked
package io.camelredlock.core;

import org.jspecify.annotations.NullMarked;
