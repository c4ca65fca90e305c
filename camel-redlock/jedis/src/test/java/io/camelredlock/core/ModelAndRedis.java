// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.jedis.JedisNodes;
import io.camelredlock.jedis.JedisOptions;
import io.camelredlock.testkit.RedisNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;

/**
 * A model server and a real one to which the same is done. The clock of the real one cannot be moved, so whatever is kept there is
 * made older instead; the model's clock is ahead by that, and set to what the real one shows before each command.
 */
final class ModelAndRedis implements AutoCloseable {

    private static final long LONGEST_MILLIS = 60_000;

    /** A busy machine may stop a server between two looks at its clock; times that are not meant to be the same are seconds apart. */
    private static final long TOLERANCE_MILLIS = 1_000;

    /** Moves the times in all keys of a resource back, and its counter as if that had been by the clock. */
    private static final String AGE = "local left = redis.call('PTTL', KEYS[1]) - ARGV[1] "
            + "if left > 0 then redis.call('PEXPIRE', KEYS[1], left) else redis.call('DEL', KEYS[1]) end "
            + "for name, unit in pairs({c = 1024, x = 1, v = 1}) do local old = redis.call('HGET', KEYS[2], name) "
            + "if old and tonumber(old) > 0 then redis.call('HSET', KEYS[2], name, string.format('%.0f', old - unit * ARGV[1])) end end";

    private final VirtualTime time = new VirtualTime();
    private final ModelServer model = new ModelServer(time, "model");
    private final Jedis control;
    private final Node node;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private long agedMillis;

    ModelAndRedis(RedisNode redis) {
        model.longest(Duration.ofMillis(LONGEST_MILLIS));
        RedlockOptions engine = RedlockOptions.builder()
                .ttl(Duration.ofMillis(LONGEST_MILLIS))
                .takeover(Takeover.GUARDED)
                .build();
        JedisOptions options = JedisOptions.builder().nodes(redis.address()).build();
        control = redis.jedis();
        node = JedisNodes.create(options, engine, threads, new SystemTicker(BootClock.ofThisMachine()))
                .get(0);
        node.start(new NodeListener() {
            @Override
            public void available(Node available) {}

            @Override
            public void released(Node where, Resource resource) {}

            @Override
            public void watching(Node where, Resource resource) {}
        });
    }

    /** What both answer, which must be the same; the real one's answer. */
    Answer ask(Command command, String where) {
        CompletableFuture<Answer> future = new CompletableFuture<>();
        node.submit(new Call(command, future::complete)).ifPresent(future::complete);
        Answer real = future.orTimeout(10, TimeUnit.SECONDS).join();
        setClock(real);
        boolean isTie = isTie(command);
        Answer modelled = model.execute(aged(command));
        String what = where + ": " + command + "\nreal:  " + real + "\nmodel: " + modelled + "\nat ";
        assertThat(modelled.outcome()).as(what + "outcome").isEqualTo(real.outcome());
        assertThat(modelled.fences())
                .as(what + "counters")
                .isEqualTo(real.fences().stream().map(this::aged).toList());
        assertThat(modelled.reason()).as(what + "reason").isEqualTo(real.reason());
        if (!isTie) {
            assertThat(modelled.holder()).as(what + "holder").isEqualTo(real.holder());
        }
        assertThat(modelled.remainingMillis() - real.remainingMillis())
                .as(what + "time left")
                .isBetween(-TOLERANCE_MILLIS, TOLERANCE_MILLIS);
        if (!command.verb().isRelease()) {
            assertThat(modelled.evidence().vanished())
                    .as(what + "vanished")
                    .isEqualTo(real.evidence().vanished());
        }
        return real;
    }

    /** Whether it is a matter of how busy the machine is which of several holders holds longest. */
    private boolean isTie(Command command) {
        List<Long> left = command.resources().stream()
                .flatMap(resource -> model.timeLeft(resource).stream())
                .map(Duration::toMillis)
                .sorted()
                .toList();
        int held = left.size();
        return held > 1 && left.get(held - 1) - left.get(held - 2) < TOLERANCE_MILLIS;
    }

    /** A number as a client proposes it whose clock is off by so much. */
    long proposal(long offMillis) {
        return (nodeMillis() + offMillis) * 1024 + 7;
    }

    void age(long millis) {
        agedMillis += millis;
        for (Resource resource : List.of(Resource.lock("a"), Resource.lock("b"), Resource.leadership("a"))) {
            control.eval(AGE, List.of(own(resource), meta(resource)), List.of(Long.toString(millis)));
        }
    }

    void delete(Resource resource) {
        control.del(own(resource));
        model.delete(resource);
    }

    void deleteAll(Resource resource) {
        control.del(own(resource), meta(resource));
        model.deleteAll(resource);
    }

    void takeBy(String member, Resource resource, long ttlMillis) {
        long now = nodeMillis();
        control.psetex(own(resource), ttlMillis, "foreign");
        control.hset(meta(resource), "m", member);
        control.hset(meta(resource), "x", Long.toString(now + ttlMillis));
        setClock(now);
        model.takeBy(member, resource, Duration.ofMillis(ttlMillis));
    }

    @Override
    public void close() {
        node.close();
        control.close();
        threads.shutdownNow();
    }

    private void setClock(Answer real) {
        long shown = real.evidence().clock().nodeMillis();
        setClock(shown == 0 ? nodeMillis() : shown);
    }

    private void setClock(long nodeMillis) {
        model.stepClock(Duration.ofMillis(nodeMillis + agedMillis - model.nowMillis()));
    }

    private long nodeMillis() {
        List<String> now = control.time();
        return Long.parseLong(now.get(0)) * 1_000 + Long.parseLong(now.get(1)) / 1_000;
    }

    private Command aged(Command command) {
        return new Command(
                command.verb(),
                command.resources(),
                command.tokens(),
                command.ttlMillis(),
                command.fences().stream().map(this::aged).toList(),
                command.member());
    }

    private long aged(long number) {
        return number == 0 ? 0 : number + agedMillis * 1024;
    }

    private static String own(Resource resource) {
        return (resource.space() == Resource.Space.LOCK ? "redlock:" : "redlock-leader:") + resource.name();
    }

    private static String meta(Resource resource) {
        return "{" + own(resource) + "}:meta";
    }
}
