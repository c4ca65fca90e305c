// SPDX-License-Identifier: Apache-2.0
package javax.crac;

/** Part of {@link Core}. */
public abstract class Context<R extends Resource> {

    public abstract void register(R resource);
}
