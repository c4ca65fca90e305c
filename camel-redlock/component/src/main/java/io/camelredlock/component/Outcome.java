// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.concurrent.CompletionStage;
import org.apache.camel.Exchange;

/** What a step came to; written to its exchange by the thread that goes on with it, and by no other. */
@FunctionalInterface
interface Outcome {

    void applyTo(Exchange exchange) throws Exception;

    /**
     * An outcome that is being waited for.
     *
     * @param stage completes with it
     * @param cancel ends the waiting; what had come already is given back
     */
    record Pending(CompletionStage<Outcome> stage, Runnable cancel) {

        Pending(CompletionStage<Outcome> stage) {
            this(stage, () -> {});
        }
    }
}
