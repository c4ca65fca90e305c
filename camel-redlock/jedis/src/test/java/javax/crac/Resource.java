// SPDX-License-Identifier: Apache-2.0
package javax.crac;

/** Part of {@link Core}. */
public interface Resource {

    void beforeCheckpoint(Context<? extends Resource> context) throws Exception;

    void afterRestore(Context<? extends Resource> context) throws Exception;
}
