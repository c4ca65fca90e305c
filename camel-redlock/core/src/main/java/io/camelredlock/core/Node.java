// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.Optional;

/**
 * One independent Redis master, as the engine sees it: commands go in, answers come out.
 *
 * <p>An implementation keeps these promises, which the safety of the engine rests on:
 *
 * <ul>
 *   <li>Commands are executed in the order of submission (S-C1), each at most once: nothing is sent again after a
 *       reconnect, but for releases (S-C3).
 *   <li>No method blocks, and none calls back on the caller's thread; the callbacks of one node never overlap.
 *   <li>Nothing is thrown for a node that is down, at start or later: it connects in the background, for ever.
 *   <li>A release that could not be delivered is remembered for its ttl and goes out first after a reconnect.
 * </ul>
 *
 * Safe for use by several threads.
 */
public interface Node extends AutoCloseable {

    /** The address, for people: {@code host:port}, without credentials. */
    String name();

    /**
     * Refuses a resource that can have no key of its own, before anything is sent.
     *
     * @throws IllegalArgumentException says which rule the name breaks
     */
    default void check(Resource resource) {}

    /** Begins to connect in the background; called once, before anything else but {@link #name()}. */
    void start(NodeListener listener);

    /**
     * Takes a command.
     *
     * @return empty if it was taken: the call is answered later, or never if the node falls silent; otherwise the answer
     *     at once ("not connected", "stalled", not eligible), and the call is not answered again
     */
    Optional<Answer> submit(Call call);

    /** Wants {@link NodeListener#released} for a resource, until {@link #unwatch}. Idempotent. */
    void watch(Resource resource);

    /** Ends {@link #watch}. */
    void unwatch(Resource resource);

    /** What is known of the node now, for people: {@code ok}, or why it does not vote. */
    String condition();

    /** What an operator should see to although the node votes; empty if nothing. */
    default String remark() {
        return "";
    }

    /** Delivers what is already taken if that is quick, then disconnects. Idempotent; bounded. */
    @Override
    void close();
}
