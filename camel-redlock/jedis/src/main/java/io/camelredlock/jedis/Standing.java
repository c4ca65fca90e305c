// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Verb;
import java.util.Optional;

/** Whether a node takes commands now, and what it answers if not. Immutable, so that a submitter needs one read. */
final class Standing {

    /** The first attempt to connect is under way: commands wait for it. */
    static final Standing STARTING = new Standing("connecting", Optional.empty(), Optional.empty());

    /** Connected, inspected, and fit to vote. */
    static final Standing VOTING = new Standing("ok", Optional.empty(), Optional.empty());

    private final String condition;
    private final Optional<Answer> refusal;
    private final Optional<Answer> releaseRefusal;

    private Standing(String condition, Optional<Answer> refusal, Optional<Answer> releaseRefusal) {
        this.condition = condition;
        this.refusal = refusal;
        this.releaseRefusal = releaseRefusal;
    }

    /** Connected, but must not vote. What it was given before may still be released. */
    static Standing ineligible(String reason) {
        return new Standing(reason, Optional.of(Answer.ineligible(reason)), Optional.empty());
    }

    static Standing disconnected(String cause) {
        String reason = "not connected: " + cause;
        return new Standing(
                reason,
                Optional.of(Answer.failed(reason)),
                Optional.of(Answer.failed(reason + "; the release follows")));
    }

    /** In words, {@code ok} if it votes. */
    String condition() {
        return condition;
    }

    /** The answer to a command that is not taken. */
    Optional<Answer> refusal(Verb verb) {
        return verb.isRelease() ? releaseRefusal : refusal;
    }
}
