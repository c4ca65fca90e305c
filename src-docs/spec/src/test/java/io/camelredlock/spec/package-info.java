// SPDX-License-Identifier: Apache-2.0
/** Checks of the specification and of what pages say. */
@NullMarked
package io.camelredlock.spec;

import org.jspecify.annotations.NullMarked;
