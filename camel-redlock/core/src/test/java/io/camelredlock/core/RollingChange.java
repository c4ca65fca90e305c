// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Three members contend for a lock in virtual time while their list of nodes is changed: they are restarted one by one, and links
 * and processes fail. The model knows no fingerprints, which would keep out whoever has another list: what keeps two from holding
 * are the quorums alone.
 */
final class RollingChange {

    /** What is changed; nodes by number. */
    enum Change {
        ONE_NODE_IS_REPLACED(List.of(0, 1, 2), List.of(0, 1, 3)),
        THREE_NODES_BECOME_FIVE(List.of(0, 1, 2), List.of(0, 1, 2, 3, 4)),
        ALL_NODES_ARE_REPLACED(List.of(0, 1, 2), List.of(3, 4, 5));

        private final List<Integer> before;
        private final List<Integer> after;

        Change(List<Integer> before, List<Integer> after) {
            this.before = before;
            this.after = after;
        }

        /** What a member knows in that phase. */
        NodeLists lists(Phase phase, List<? extends Node> links) {
            return switch (phase) {
                case OLD -> NodeLists.of(of(before, links));
                case BOTH -> new NodeLists(of(after, links), of(before, links));
                case NEW -> NodeLists.of(of(after, links));
            };
        }

        private static List<Node> of(List<Integer> numbers, List<? extends Node> links) {
            return numbers.stream().<Node>map(links::get).toList();
        }

        /** How many nodes there are in both lists together. */
        int nodes() {
            return 1 + Collections.max(after);
        }
    }

    /** Which list a member has. */
    enum Phase {
        OLD,
        BOTH,
        NEW
    }

    /** What came of it. */
    record Result(List<String> violations, List<Integer> termsByPhase) {}

    private static final Duration TTL = Duration.ofSeconds(1);
    private static final Resource LOCK = Resource.lock("lock");

    private final VirtualTime time = new VirtualTime();
    private final Figures figures = new Figures();
    private final Referee referee = new Referee(time, figures, true);
    private final List<ModelServer> servers;
    private final List<Member> members = new ArrayList<>();
    private final List<Integer> terms = new ArrayList<>();
    private final Change change;
    private final SplittableRandom random;

    private RollingChange(Change change, long seed) {
        this.change = change;
        random = new SplittableRandom(seed);
        servers = IntStream.rangeClosed(1, change.nodes())
                .mapToObj(number -> new ModelServer(time, "node-" + number))
                .toList();
    }

    /** All members start in the first phase, and all of them enter one before any enters the next. */
    static Result run(Change change, long seed, Phase... phases) {
        return new RollingChange(change, seed).run(phases);
    }

    private Result run(Phase... phases) {
        time.afterEach(referee::look);
        servers.forEach(server -> server.longest(TTL));
        for (int number = 0; number < 3; number++) {
            members.add(new Member(phases[0]));
        }
        planFault();
        pass(2_000, 3_000);
        terms.add((int) figures.of(Figures.Figure.TERMS));
        for (int next = 1; next < phases.length; next++) {
            roll(phases[next]);
            terms.add((int) figures.of(Figures.Figure.TERMS)
                    - terms.stream().mapToInt(Integer::intValue).sum());
        }
        return new Result(referee.violations(), terms);
    }

    private void roll(Phase next) {
        for (int number = 0; number < members.size(); number++) {
            members.get(number).kill();
            members.set(number, new Member(next));
            pass(100, 1_500);
        }
        pass(1_500, 3_000); // what the last one left behind has expired by then
    }

    private void pass(int fromMillis, int toMillis) {
        time.pass(millis(fromMillis, toMillis));
    }

    private Duration millis(int from, int to) {
        return Duration.ofNanos(random.nextLong(from * 1_000_000L, to * 1_000_000L));
    }

    private void planFault() {
        time.schedule(this::fault, millis(20, 400).toNanos());
    }

    private void fault() {
        Member member = members.get(random.nextInt(members.size()));
        ModelNode link = member.links.get(random.nextInt(member.links.size()));
        switch (random.nextInt(6)) {
            case 0 -> forAWhile(link::freeze, link::thaw);
            case 1 -> forAWhile(() -> link.loseReplies(true), () -> link.loseReplies(false));
            case 2 -> member.clock.pause(millis(20, 2_000));
            case 3 -> link.server().delete(LOCK);
            default -> forAWhile(() -> link.down(true), () -> link.down(false));
        }
        planFault();
    }

    private void forAWhile(Runnable begin, Runnable end) {
        begin.run();
        time.schedule(end, millis(20, 1_500).toNanos());
    }

    /** One process. */
    private final class Member {

        private final ClientClock clock = new ClientClock(time, 1 + (random.nextDouble() - 0.5) * 0.008);
        private final List<ModelNode> links;
        private final Redlock redlock;

        Member(Phase phase) {
            links = servers.stream()
                    .map(server -> new ModelNode(time, clock, server))
                    .toList();
            links.forEach(link -> link.checkEvery(TTL.dividedBy(4)));
            RedlockOptions options = RedlockOptions.builder()
                    .ttl(TTL)
                    .takeover(Takeover.GUARDED)
                    .memberId("m")
                    .build();
            Environment environment = new Environment(clock, clock, Runnable::run, random, () -> {});
            redlock = new Redlock(change.lists(phase, links), options, environment);
            acquire();
        }

        void kill() {
            clock.kill();
            links.forEach(ModelNode::leave);
        }

        private void acquire() {
            LeaseRequest request = redlock.request("lock")
                    .timeout(TTL.multipliedBy(random.nextInt(1, 4)))
                    .autoExtend(random.nextBoolean());
            redlock.acquireAsync(request).whenComplete((lease, failure) -> {
                if (failure == null && lease.isPresent()) {
                    hold(lease.get());
                } else {
                    later(this::acquire);
                }
            });
        }

        private void hold(Lease lease) {
            referee.granted(lease);
            later(() -> {
                lease.releaseAsync();
                later(this::acquire);
            });
        }

        private void later(Runnable action) {
            clock.schedule(action, millis(1, 800).toNanos());
        }
    }
}
