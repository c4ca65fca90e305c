// SPDX-License-Identifier: Apache-2.0
/** Redis nodes for tests, tools that break them, and the contract suites every implementation inherits. */
@NullMarked
package io.camelredlock.testkit;

import org.jspecify.annotations.NullMarked;
