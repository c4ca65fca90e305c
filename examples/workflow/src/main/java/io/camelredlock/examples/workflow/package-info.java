// SPDX-License-Identifier: Apache-2.0
/** A workflow of several steps under one lock, which goes from thread to thread and from JVM to JVM. */
@NullMarked
package io.camelredlock.examples.workflow;

import org.jspecify.annotations.NullMarked;
