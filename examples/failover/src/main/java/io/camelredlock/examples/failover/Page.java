// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The picture with its figures, as one HTML file that needs nothing else: no script, no font, no network. */
final class Page {

    private static final String FRAME = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>camel-redlock: failover</title>
            <style>
            %s</style>
            </head>
            <body>
            <main>
            <div class="head"><h1>One route, %d JVMs, %d Redis nodes</h1>%s</div>
            <p>The route <code>master:%s:timer:tick</code> appends to a ledger that checks fencing tokens; ttl %d s.
            Every change of owner, every tick and every fault of this run, on one clock.</p>
            <div class="tiles">%s</div>
            <div class="card wide">
            %s
            </div>
            <h2>The fail-overs from near by</h2>
            <div class="closeups">%s</div>
            <p>The shaded gap is what was measured: from the kill, from the freeze, or from the end of the last exchange to the next
            gain. Ticks start about a second after a gain, because camel-master starts the route then.</p>
            %s
            </main>
            </body>
            </html>
            """;

    private static final int MOST_LISTED = 10;

    private final Result result;
    private final Chronicle chronicle;

    private Page(Result result) {
        this.result = result;
        this.chronicle = result.chronicle();
    }

    static String of(Result result) {
        return new Page(result).write();
    }

    private String write() {
        return FRAME.formatted(
                styles(),
                chronicle.cast().members().size(),
                chronicle.cast().nodes().size(),
                verdict(),
                Stage.NAMESPACE,
                chronicle.cast().ttl().toSeconds(),
                tiles(),
                Timeline.whole(chronicle),
                closeups(),
                problems());
    }

    private String verdict() {
        return result.isPassed()
                ? "<span class=\"verdict passed\">never two owners, every fail-over in time</span>"
                : "<span class=\"verdict failed\">not as it should be: see below</span>";
    }

    private String tiles() {
        return tile(Integer.toString(result.overlaps().size()), "overlaps")
                + tile(Integer.toString(result.faults()), "faults")
                + longest(Cause.CRASH, "kill to next owner")
                + longest(Cause.WAITED, "freeze to next owner")
                + longest(Cause.ORDERLY, "orderly hand-over")
                + tile(Long.toString(result.ticks(true)), "ticks accepted")
                + tile(Long.toString(result.ticks(false)), "ticks refused");
    }

    private String longest(Cause cause, String meaning) {
        long millis = result.longestMillis(cause);
        String limit = Span.text(cause.limit(chronicle.cast().ttl()).toNanos());
        return millis < 0 ? "" : tile(Span.text(millis * 1_000_000), meaning + "\n(at most " + limit + ")");
    }

    private static String tile(String figure, String meaning) {
        return "<div class=\"tile\"><b>" + figure + "</b><span>" + Svg.escape(meaning) + "</span></div>";
    }

    private String closeups() {
        return chronicle.failovers().stream()
                .map(failover -> "<div class=\"card\"><h3>" + Svg.escape(failover.toString()) + "</h3>"
                        + Timeline.closeup(chronicle, failover) + "</div>")
                .collect(Collectors.joining("\n"));
    }

    private String problems() {
        return list("Two owners at once", result.overlaps()) + list("What else went wrong", result.complaints());
    }

    private static String list(String title, List<String> entries) {
        return entries.isEmpty()
                ? ""
                : entries.stream()
                        .limit(MOST_LISTED)
                        .map(entry -> "<li class=\"bad\">" + Svg.escape(entry) + "</li>")
                        .collect(Collectors.joining("\n", "<h2>" + title + "</h2><ul>", "</ul>"));
    }

    private static String styles() {
        try (InputStream in = Page.class.getResourceAsStream("failover.css")) {
            if (in == null) {
                throw new IllegalStateException("failover.css is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("failover.css could not be read", e);
        }
    }
}
