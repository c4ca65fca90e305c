// SPDX-License-Identifier: Apache-2.0
/** Spring Boot auto-configuration. */
@NullMarked
package io.camelredlock.springboot;

import org.jspecify.annotations.NullMarked;
