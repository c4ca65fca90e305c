// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
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
            default -> ask(where);
        }
    }

    int granted() {
        return granted;
    }

    int vanished() {
        return vanished;
    }

    private void ask(String where) {
        Answer answer = both.ask(command(), where);
        granted += answer.outcome() == Outcome.GRANTED ? 1 : 0;
        vanished += answer.evidence().vanished() ? 1 : 0;
    }

    private Command command() {
        Verb verb = random.nextInt(3) == 0 ? Verb.ACQUIRE : VERBS[random.nextInt(VERBS.length)];
        List<Resource> resources = new ArrayList<>(List.of(resource()));
        if (random.nextInt(4) == 0) {
            Resource second = resource();
            if (!resources.contains(second)) {
                resources.add(second);
            }
        }
        resources.sort(null);
        List<Long> numbers = resources.stream().map(each -> number()).toList();
        boolean isNumbered = verb.isGrant() && verb != Verb.VERIFY;
        boolean isAnonymous = verb == Verb.INSPECT || verb == Verb.FORCE;
        return new Command(
                verb,
                resources,
                isAnonymous ? List.of() : List.of(token()),
                ttl(),
                isNumbered ? numbers : List.of(),
                "member-" + random.nextInt(3));
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

    private Token token() {
        return TOKENS.get(random.nextInt(TOKENS.size()));
    }
}
