// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.camelredlock.core.Resource;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.util.JedisClusterCRC16;

class KeysTest {

    private static final Keys DEFAULT = new Keys("redlock:");
    private static final Keys BARE = new Keys("");

    @ParameterizedTest(name = "prefix ''{0}'': {1}, {2}, {3}")
    @CsvSource({
        "redlock:, redlock:x, redlock-leader:x, redlock-node:config",
        "'', x, redlock-leader:x, redlock-node:config",
        "app:, app:x, app-leader:x, app-node:config",
        "app, appx, app-leader:x, app-node:config",
        ":, :x, redlock-leader:x, redlock-node:config"
    })
    void everyPrefixHasItsKeySpaces(String prefix, String lock, String leadership, String config) {
        Keys keys = new Keys(prefix);

        assertThat(keys.own(Resource.lock("x"))).isEqualTo(lock);
        assertThat(keys.own(Resource.leadership("x"))).isEqualTo(leadership);
        assertThat(keys.config()).isEqualTo(config);
    }

    @Test
    void theHelperIsTaggedWithTheKeyOrSharesItsTag() {
        assertThat(DEFAULT.meta("redlock:job")).isEqualTo("{redlock:job}:meta");
        assertThat(DEFAULT.meta("redlock:{eu}job")).isEqualTo("redlock:{eu}job:meta");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "job",
                "{",
                "}",
                "{}",
                "}{",
                "{}{x}",
                "{a}",
                "a{b}c",
                "a{b}{c}",
                "{{a}}",
                "a}b",
                "a}{b",
                "a{}b",
                "a{b",
                "{a}{b}",
                "ä{ö}ü",
                "}ö{",
                "\uD83D\uDD12{}",
                " {} ",
                "{a}:met",
                "x}:meta",
                "a:{}",
                "\n}"
            })
    void l112_theHelperLiesInTheSlotOfItsKey(String name) {
        for (Keys keys : List.of(DEFAULT, BARE, new Keys("{"), new Keys("}:"))) {
            for (Resource resource : List.of(Resource.lock(name), Resource.leadership(name))) {
                String own = keys.own(resource);
                assertThat(slot(keys.meta(own)))
                        .as(own + " and " + keys.meta(own))
                        .isEqualTo(slot(own));
                assertThat(HashSlot.of(own)).isEqualTo(slot(own));
            }
        }
    }

    @Test
    void noTwoKeysAreTheSame() {
        Random random = new Random(1);
        Set<String> names = new HashSet<>();
        while (names.size() < 20_000) {
            names.add(random(random, "{}:a", 1 + random.nextInt(7)) + (random.nextInt(4) == 0 ? ":meta" : ""));
        }
        for (Keys keys : List.of(DEFAULT, BARE, new Keys("{"))) {
            Set<String> seen = new HashSet<>();
            int accepted = 0;
            for (String name : names) {
                if (isAccepted(keys, Resource.lock(name))) {
                    accepted += 2;
                    String own = keys.own(Resource.lock(name));
                    seen.add(own);
                    seen.add(keys.meta(own));
                }
            }
            assertThat(accepted).isGreaterThan(20_000);
            assertThat(seen).hasSize(accepted);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{redlock:x}:meta", "{x}:meta", "a{x}b:meta", "{x}:meta~"})
    void aNameThatCouldBeAHelpersIsRefused(String name) {
        for (Resource resource : List.of(Resource.lock(name), Resource.leadership(name))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DEFAULT.check(resource))
                    .withMessageContaining(name)
                    .withMessageContaining(":meta");
        }
    }

    @Test
    void aLockInTheKeySpaceOfLeadershipIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BARE.check(Resource.lock("redlock-leader:x")))
                .withMessageContaining("redlock-leader:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Keys("app").check(Resource.lock("-node:config")))
                .withMessageContaining("app-node:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redlock-leader:x", "x:meta", "job", "{x}:metadata", "}:meta", "日本"})
    void everyOtherNameIsLegal(String name) {
        assertThatCode(() -> DEFAULT.check(Resource.lock(name))).doesNotThrowAnyException();
    }

    private static boolean isAccepted(Keys keys, Resource resource) {
        try {
            keys.check(resource);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private static String random(Random random, String alphabet, int length) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < length; i++) {
            name.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return name.toString();
    }

    /** By Jedis' own arithmetic. */
    private static int slot(String key) {
        return JedisClusterCRC16.getSlot(key);
    }
}
