// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Random commands, and random things that happen to the keys: all times are multiples of ten seconds, but ttls, which end in five. */
final class RandomSteps {

    private static final List<Resource> RESOURCES =
            List.of(Resource.lock("a"), Resource.lock("b"), Resource.leadership("a"));
    private static final List<Token> TOKENS =
            Stream.of("1", "2", "3").map(digit -> new Token(digit.repeat(32))).toList();
    private static final Verb[] VERBS =
            Stream.of(Verb.values()).filter(verb -> verb != Verb.STAND).toArray(Verb[]::new);

    private final ModelAndRedis both;
    private final Random random;
    private int granted;
    private int vanished;
    private int adopted;

    RandomSteps(ModelAndRedis both, Random random) {
        this.both = both;
        this.random = random;
    }

    /** Does one thing to both, and compares what they say. */
    void next(String where) {
        switch (random.nextInt(24)) {
            case 0, 1, 2 -> both.age(10_000L * (1 + random.nextInt(3)));
            case 3, 4 -> both.delete(resource());
            case 5 -> both.deleteAll(resource());
            case 6 -> both.takeBy("somebody else", resource(), ttl());
            case 7 -> handOver(where);
            default -> ask(where);
        }
    }

    int granted() {
        return granted;
    }

    int vanished() {
        return vanished;
    }

    int adopted() {
        return adopted;
    }

    /** One acquires and hands over; two try to adopt, and the giver to go on. */
    private void handOver(String where) {
        List<Resource> lease = resources();
        both.ask(command(Verb.ACQUIRE, lease, TOKENS.subList(0, 1)), where);
        both.ask(command(Verb.EXTEND, lease, TOKENS.subList(0, 1)), where);
        Answer first = both.ask(command(Verb.ADOPT, lease, List.of(TOKENS.get(1), TOKENS.get(0))), where);
        both.ask(command(Verb.ADOPT, lease, List.of(TOKENS.get(2), TOKENS.get(0))), where);
        both.ask(command(Verb.EXTEND, lease, TOKENS.subList(0, 1)), where);
        both.ask(command(Verb.MINT, lease, TOKENS.subList(1, 2)), where);
        adopted += first.outcome() == Outcome.GRANTED ? 1 : 0;
    }

    private void ask(String where) {
        Answer answer = both.ask(command(), where);
        granted += answer.outcome() == Outcome.GRANTED ? 1 : 0;
        vanished += answer.evidence().vanished() ? 1 : 0;
    }

    private Command command() {
        Verb verb = random.nextInt(3) == 0 ? Verb.ACQUIRE : VERBS[random.nextInt(VERBS.length)];
        return command(verb, resources(), tokens(verb));
    }

    private Command command(Verb verb, List<Resource> resources, List<Token> tokens) {
        List<Long> numbers = resources.stream().map(each -> number()).toList();
        boolean isNumbered = verb.isGrant() && verb != Verb.VERIFY;
        return new Command(
                verb, resources, tokens, ttl(), isNumbered ? numbers : List.of(), "member-" + random.nextInt(3));
    }

    private List<Resource> resources() {
        List<Resource> resources = new ArrayList<>(List.of(resource()));
        if (random.nextInt(4) == 0) {
            Resource second = resource();
            if (!resources.contains(second)) {
                resources.add(second);
            }
        }
        resources.sort(null);
        return resources;
    }

    /** One, but for the new one before the old ones where something is adopted, and all that were issued for a release. */
    private List<Token> tokens(Verb verb) {
        List<Token> all = new ArrayList<>(TOKENS);
        Collections.shuffle(all, random);
        return switch (verb) {
            case INSPECT, FORCE -> List.of();
            case ADOPT -> all.subList(0, 2 + random.nextInt(2));
            case RELEASE, UNDO -> all.subList(0, 1 + random.nextInt(3));
            default -> all.subList(0, 1);
        };
    }

    /** Near the clock, or as far off as the node lets pass or cuts. */
    private long number() {
        return random.nextInt(5) == 0 ? 0 : both.proposal(random.nextInt(40_000) - 20_000L);
    }

    private long ttl() {
        return 5_000 + 10_000L * random.nextInt(5);
    }

    private Resource resource() {
        return RESOURCES.get(random.nextInt(RESOURCES.size()));
    }
}
