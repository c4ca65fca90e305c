// SPDX-License-Identifier: Apache-2.0
package javax.crac;

/** Part of {@link Core}. */
public class CheckpointException extends Exception {
    private static final long serialVersionUID = 1L;
}
