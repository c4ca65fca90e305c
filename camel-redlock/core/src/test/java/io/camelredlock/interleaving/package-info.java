// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.camelredlock.interleaving;

import org.jspecify.annotations.NullMarked;
