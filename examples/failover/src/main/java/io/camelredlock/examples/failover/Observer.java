// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import io.camelredlock.examples.failover.Report.Kind;
import java.time.Duration;
import java.util.Set;

/** Waits for what members report, and gives up the story when it does not come. */
final class Observer {

    private final Recorder recorder;
    private final Duration patience;

    Observer(Recorder recorder, Duration patience) {
        this.recorder = recorder;
        this.patience = patience;
    }

    /** The next term of any but one member. */
    Term nextTerm(long since, String otherThan) throws InterruptedException {
        return recorder.await(
                        heard -> heard.report().kind() == Kind.GAINED
                                && heard.report().nanos() >= since
                                && !heard.member().equals(otherThan),
                        patience)
                .flatMap(heard -> recorder.term(heard.report().token()))
                .orElseThrow(() -> new StoryEndedException("nobody leads after " + patience.toSeconds() + " s"));
    }

    /** The first report of one of these kinds. */
    Report report(String member, Set<Kind> kinds, long since) throws InterruptedException {
        return recorder.await(
                        heard -> heard.member().equals(member)
                                && kinds.contains(heard.report().kind())
                                && heard.report().nanos() >= since,
                        patience)
                .orElseThrow(() -> new StoryEndedException(member + " reported none of " + kinds + " within "
                        + patience.toSeconds() + " s; the members' log in target may say why"))
                .report();
    }

    /** Whether its leader reported that the term was lost. */
    boolean lost(Term term) throws InterruptedException {
        return recorder.await(
                        heard -> heard.report().kind() == Kind.LOST
                                && heard.report().token() == term.token(),
                        Duration.ZERO)
                .isPresent();
    }

    /** When the last exchange of a term ended: appending to the ledger is all that an exchange does. */
    long lastExchange(Term term) {
        return recorder.ticks().stream()
                .filter(tick -> tick.token() == term.token() && tick.accepted())
                .mapToLong(Tick::nanos)
                .max()
                .orElse(term.validity().from());
    }
}
