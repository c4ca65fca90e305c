// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Command;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Verb;
import io.camelredlock.jedis.OwedReleases.Owed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwedReleasesTest {

    private static final long NOW = Long.MAX_VALUE - 5; // clocks may overflow

    private final OwedReleases owed = new OwedReleases();

    @Test
    void theyAreHandedOutInTheirOrderAndOnce() {
        owed.add(release("a", 100), NOW);
        owed.add(release("b", 100), NOW);
        owed.add(release("c", 100), NOW);

        assertThat(names(owed.take(2, NOW))).containsExactly("a", "b");
        assertThat(names(owed.take(2, NOW))).containsExactly("c");
        assertThat(owed.take(2, NOW)).isEmpty();
    }

    @Test
    void whatHasExpiredIsNotOwed() {
        owed.add(release("long", 100), NOW);
        owed.add(release("short", 10), NOW);

        assertThat(names(owed.take(9, NOW + millis(10)))).containsExactly("long");
    }

    @Test
    void whatHasExpiredTakesNoRoom() {
        for (int i = 0; i < 100; i++) {
            owed.add(release("job-" + i, 10), NOW + millis(i));
        }

        assertThat(owed.size()).isEqualTo(10);
    }

    @Test
    void beyondTheLimitTheOldestAreForgotten() {
        for (int i = 0; i <= OwedReleases.MOST; i++) {
            owed.add(release("job-" + i, 100), NOW);
        }

        assertThat(owed.size()).isEqualTo(OwedReleases.MOST);
        assertThat(names(owed.take(1, NOW))).containsExactly("job-1");
    }

    @Test
    void whatCouldNotBeDeliveredIsFirstAgain() {
        owed.add(release("a", 100), NOW);
        owed.add(release("b", 100), NOW);
        List<Owed> taken = owed.take(2, NOW);
        owed.add(release("c", 100), NOW);

        owed.giveBack(taken);

        assertThat(names(owed.take(3, NOW))).containsExactly("a", "b", "c");
    }

    private static Command release(String name, long ttlMillis) {
        return new Command(
                Verb.RELEASE, List.of(Resource.lock(name)), List.of(Conversation.token(1)), ttlMillis, List.of(), "m");
    }

    private static List<String> names(List<Owed> owed) {
        return owed.stream()
                .map(each -> each.release().resources().get(0).name())
                .toList();
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
