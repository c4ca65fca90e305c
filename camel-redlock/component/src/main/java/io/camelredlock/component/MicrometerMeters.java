// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Verb;
import io.camelredlock.core.Vote;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.jspecify.annotations.Nullable;

/**
 * The meters in a Micrometer registry, all there from the start, at zero, so that an alert can tell nothing from never. Touched
 * only where Micrometer is on the class path.
 */
final class MicrometerMeters implements Meters {

    /** The name camel-micrometer looks for as well. */
    private static final String WELL_KNOWN = "metricsRegistry";

    private static final String ROUNDS = "Rounds, from the first message to the decision";
    private static final String VOTES = "Votes, from the first message of the round to the vote";

    private static final String WAITS = "Waits of new holders for as long as an earlier one may hold";

    private final MeterRegistry registry;
    private final Tags tags;
    private final Queue<Meter> meters = new ConcurrentLinkedQueue<>();
    private final Map<String, List<Timer>> votes = new ConcurrentHashMap<>();

    // in the order of their constants
    private final List<List<Timer>> rounds;
    private final List<Counter> losses;
    private final Timer waitsHeld;
    private final Timer waitsGivenUp;

    MicrometerMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        this.rounds = Stream.of(Verb.values()).map(this::timersOf).toList();
        this.waitsHeld = timer("takeover.waits", WAITS, "result", "held");
        this.waitsGivenUp = timer("takeover.waits", WAITS, "result", "given_up");
        this.losses = Stream.of(Loss.Reason.values()).map(this::counterOf).toList();
    }

    static Meters in(CamelContext context, String service) {
        MeterRegistry registry = registryOf(context);
        return registry == null
                ? NONE
                : new MicrometerMeters(registry, Tags.of("context", context.getName(), "service", service));
    }

    private static @Nullable MeterRegistry registryOf(CamelContext context) {
        MeterRegistry named = context.getRegistry().lookupByNameAndType(WELL_KNOWN, MeterRegistry.class);
        if (named != null) {
            return named;
        }
        Set<MeterRegistry> all = context.getRegistry().findByType(MeterRegistry.class);
        return all.stream()
                .filter(one -> all.size() == 1 || one instanceof CompositeMeterRegistry)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void round(Verb verb, Result result, long nanos) {
        rounds.get(verb.ordinal()).get(result.ordinal()).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void vote(String node, Vote.Kind kind, long nanos) {
        timersOf(node).get(kind.ordinal()).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void takeoverWait(boolean held, long nanos) {
        (held ? waitsHeld : waitsGivenUp).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void lost(Loss.Reason reason) {
        losses.get(reason.ordinal()).increment();
    }

    @Override
    public void watch(Redlock redlock) {
        redlock.nodeConditions().keySet().forEach(this::timersOf);
        gauge("leases", "Leases held now, those of leaderships too", redlock, Redlock::leases);
        gauge("waiters", "Acquisitions under way, those of followers too", redlock, Redlock::waiters);
        gauge(
                "nodes",
                "Configured nodes",
                redlock,
                engine -> engine.nodeConditions().size());
        gauge(
                "nodes.voting",
                "Nodes that vote now",
                redlock,
                engine -> voting(engine.nodeConditions().values()));
        gauge("quorum", "1 if enough nodes vote now", redlock, engine -> engine.hasQuorum() ? 1 : 0);
    }

    @Override
    public void watch(RedlockClusterView view) {
        Tags ofView = tags.and("namespace", view.getNamespace());
        meters.add(Gauge.builder("redlock.leader", view, one -> one.isLeading() ? 1 : 0)
                .description("1 if this member leads the namespace")
                .tags(ofView)
                .register(registry));
        meters.add(FunctionCounter.builder(
                        "redlock.transitions", view, one -> one.report().transitions())
                .description("How often this member gained or lost the namespace")
                .tags(ofView)
                .register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }

    private <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
        meters.add(Gauge.builder("redlock." + name, of, value)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private List<Timer> timersOf(Verb verb) {
        return Stream.of(Result.values())
                .map(result -> timer("rounds", ROUNDS, "verb", word(verb), "result", word(result)))
                .toList();
    }

    private List<Timer> timersOf(String node) {
        return votes.computeIfAbsent(
                node,
                missing -> Stream.of(Vote.Kind.values())
                        .map(kind -> timer("votes", VOTES, "node", node, "outcome", word(kind)))
                        .toList());
    }

    private Timer timer(String name, String description, String... more) {
        Timer timer = Timer.builder("redlock." + name)
                .description(description)
                .tags(tags.and(more))
                .register(registry);
        meters.add(timer);
        return timer;
    }

    private Counter counterOf(Loss.Reason reason) {
        Counter counter = Counter.builder("redlock.losses")
                .description("Leases, those of leaderships too, that ended without a release")
                .tags(tags.and("reason", word(reason)))
                .register(registry);
        meters.add(counter);
        return counter;
    }

    private static long voting(Collection<String> conditions) {
        return conditions.stream().filter("ok"::equals).count();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
