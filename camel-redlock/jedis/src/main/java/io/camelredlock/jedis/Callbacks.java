// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Node;
import io.camelredlock.core.NodeListener;
import io.camelredlock.core.Resource;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to the engine from the threads of one node: one callback at a time, and what a callback throws ends here. Safe for
 * use by several threads.
 */
final class Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    private final Node node;
    private @Nullable NodeListener listener;
    private boolean hasThrown;

    Callbacks(Node node) {
        this.node = node;
    }

    synchronized void listen(NodeListener newListener) {
        listener = newListener;
    }

    synchronized void answer(Call call, Answer answer) {
        try {
            call.answer(answer);
        } catch (RuntimeException thrown) {
            report(thrown);
        }
    }

    synchronized void available() {
        tell(told -> told.available(node));
    }

    synchronized void observed(Evidence evidence) {
        tell(told -> told.observed(node, evidence));
    }

    synchronized void released(Resource resource) {
        tell(told -> told.released(node, resource));
    }

    synchronized void watching(Resource resource) {
        tell(told -> told.watching(node, resource));
    }

    private void tell(Consumer<NodeListener> callback) {
        try {
            callback.accept(Objects.requireNonNull(listener, "not started"));
        } catch (RuntimeException thrown) {
            report(thrown);
        }
    }

    /** Once: a callback that fails on every answer would fill the log. */
    private void report(RuntimeException thrown) {
        if (!hasThrown) {
            hasThrown = true;
            LOG.error(
                    "A callback of node {} threw; it goes on, and further exceptions are not logged",
                    node.name(),
                    thrown);
        }
    }
}
