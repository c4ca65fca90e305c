// SPDX-License-Identifier: Apache-2.0
/** What the engine costs, alone and beside its peers. */
@NullMarked
package io.camelredlock.benchmarks;

import org.jspecify.annotations.NullMarked;
