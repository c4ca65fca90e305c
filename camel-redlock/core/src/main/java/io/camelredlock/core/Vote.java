// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/**
 * One node's answer in a round.
 *
 * @param node the node's name
 * @param kind what it amounts to
 * @param answer the answer itself; for a vote that did not come, a failed answer that says so
 */
public record Vote(String node, Kind kind, Answer answer) {

    /** What a vote amounts to. An unanswered one is unknown: never a grant, never a refusal. */
    public enum Kind {
        /** For us. */
        GRANTED,
        /** Somebody else holds. */
        HELD,
        /** Our token owns nothing there. */
        LOST,
        /** The node must not vote. */
        INELIGIBLE,
        /** The node could not do it. */
        FAILED,
        /** No answer within the time for a vote. */
        UNANSWERED
    }

    static Vote of(String node, Answer answer) {
        Kind kind =
                switch (answer.outcome()) {
                    case GRANTED, OK -> Kind.GRANTED;
                    case HELD -> Kind.HELD;
                    case LOST -> Kind.LOST;
                    case INELIGIBLE -> Kind.INELIGIBLE;
                    case FAILED -> Kind.FAILED;
                };
        return new Vote(node, kind, answer);
    }

    /** The same, or LOST if the node agreed but has another memory by now: it has not kept the keys, even if it shows them. */
    Vote ifKept(boolean isSameMemory) {
        return kind == Kind.GRANTED && !isSameMemory ? of(node, Answer.lost(Answer.ABSENT)) : this;
    }

    static Vote unanswered(String node, long millis) {
        return new Vote(node, Kind.UNANSWERED, Answer.failed("no answer within " + millis + " ms"));
    }

    @Override
    public String toString() {
        return switch (kind) {
            case GRANTED -> node + " agreed";
            case HELD -> node + " is held" + (answer.holder().isEmpty() ? "" : " by " + answer.holder());
            case LOST, INELIGIBLE, FAILED, UNANSWERED -> node + ": " + answer.reason();
        };
    }
}
