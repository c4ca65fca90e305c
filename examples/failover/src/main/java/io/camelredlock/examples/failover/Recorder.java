// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Collects what members report and what was done to them, on one clock. Safe for use by several threads: each member's lines
 * arrive on a thread of their own.
 *
 * <p>Times come from where things happen, not from when the parent hears of them: a line may be late. That the member's
 * {@link System#nanoTime()} reads the same clock as the parent's is checked with every line, which cannot arrive before it
 * was written, and with every answer, which cannot be older than its question.
 */
final class Recorder {

    /** A report and who made it. */
    record Heard(String member, Report report) {}

    private final Cast cast;
    private final Path ledger;
    private final long origin = System.nanoTime();
    private final List<Heard> heard = new ArrayList<>();
    private final Map<Long, Term> terms = new LinkedHashMap<>();
    private final Map<String, Phase> current = new LinkedHashMap<>();
    private final List<Phase> past = new ArrayList<>();
    private final List<Incident> incidents = new ArrayList<>();
    private final List<Failover> failovers = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();

    Recorder(Cast cast, Path ledger) {
        this.cast = cast;
        this.ledger = ledger;
    }

    /** Nanoseconds since the begin of the run. */
    long now() {
        return System.nanoTime() - origin;
    }

    /** Takes a report as it came from a member; answers it on the clock of the run. */
    synchronized Report hear(String member, Report raw) {
        Report report = raw.since(origin);
        if (report.nanos() > now()) {
            complain("the clock of " + member + " is not that of this process: a line came before it was written");
        }
        switch (report.kind()) {
            case GAINED ->
                terms.put(
                        report.token(),
                        new Term(member, report.token(), new Span(report.nanos(), report.untilNanos())));
            case VALID -> terms.computeIfPresent(report.token(), (token, term) -> term.extendedTo(report.untilNanos()));
            default -> {
                // of no consequence for the terms
            }
        }
        heard.add(new Heard(member, report));
        notifyAll();
        return report;
    }

    /** Waits for the first report that fits; empty if none came in time. */
    synchronized Optional<Heard> await(Predicate<Heard> wanted, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            Optional<Heard> found = heard.stream().filter(wanted).findFirst();
            long left = deadline - System.nanoTime();
            if (found.isPresent() || left <= 0) {
                return found;
            }
            wait(Math.max(1, left / 1_000_000));
        }
    }

    /** The latest term. */
    synchronized Optional<Term> latestTerm() {
        return terms.values().stream().reduce((earlier, later) -> later);
    }

    /** The term with that fencing token. */
    synchronized Optional<Term> term(long token) {
        return Optional.ofNullable(terms.get(token));
    }

    /** The term ended in order, before the end of its validity. */
    synchronized void ended(Term ended, long nanos) {
        terms.computeIfPresent(ended.token(), (token, term) -> term.endedAt(nanos));
    }

    synchronized void condition(String process, Condition condition) {
        Phase before = current.get(process);
        if (before != null && before.condition() == condition) {
            return;
        }
        long now = now();
        current.put(process, new Phase(process, condition, new Span(now, now)));
        if (before != null) {
            past.add(new Phase(process, before.condition(), before.span().extendedTo(now)));
        }
    }

    synchronized void incident(Incident incident) {
        incidents.add(incident);
    }

    synchronized void failover(Failover failover) {
        failovers.add(failover);
    }

    synchronized void complain(String complaint) {
        complaints.add(complaint);
    }

    /** What the ledger holds by now. */
    List<Tick> ticks() {
        try {
            return Ledger.read(ledger).stream().map(tick -> tick.since(origin)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the ledger " + ledger + " could not be read", e);
        }
    }

    /** All that was recorded until now. */
    synchronized Chronicle chronicle() {
        Span run = new Span(0, now());
        List<Phase> phases = new ArrayList<>(past);
        current.values()
                .forEach(phase -> phases.add(new Phase(
                        phase.process(), phase.condition(), phase.span().extendedTo(run.to()))));
        return new Chronicle(cast, run, phases, List.copyOf(terms.values()), ticks(), incidents, failovers, complaints);
    }
}
