// SPDX-License-Identifier: Apache-2.0
/** The Camel component, cluster service and policies. */
@NullMarked
package io.camelredlock.component;

import org.jspecify.annotations.NullMarked;
