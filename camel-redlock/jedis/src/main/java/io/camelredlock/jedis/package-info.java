// SPDX-License-Identifier: Apache-2.0
/** One Redis node, spoken to over Jedis. */
@NullMarked
package io.camelredlock.jedis;

import org.jspecify.annotations.NullMarked;
