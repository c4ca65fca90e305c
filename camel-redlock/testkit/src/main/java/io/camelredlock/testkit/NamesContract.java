// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Any name is a name, taken literally. */
interface NamesContract extends Contract {

    /** Names that mean something elsewhere: to Redis, to URIs, to formatters, to shells. */
    List<String> NASTY = List.of(
            "Über/Straße 東京 🔒",
            "{tag}:order",
            "}{",
            "{}",
            "*?[a-z]",
            "a b\tc\r\n\"quoted\" 'single'",
            "%s %n %d {} ${x} #{y}",
            "../../etc/passwd\0end",
            "redis://user@host:1?x=y&z",
            " leading and trailing ",
            "x".repeat(1000));

    @Test
    default void everyNameIsTakenLiterally() {
        Redlock redlock = setting().engine();
        for (String name : NASTY) {
            Lease lease = redlock.tryAcquire(name).orElseThrow();

            assertThat(lease.resources()).containsExactly(name);
            assertThat(redlock.tryAcquire(name)).as("held: %s", name).isEmpty();
            for (RedisNode node : setting().answering()) {
                Setting.await().until(() -> node.pttl(setting().key(name)) > 0);
            }
            lease.release();
            setting().assertGone(name);
        }
    }

    @Test
    default void l117_noNameBlocksAnother() {
        Redlock redlock = setting().engine();

        List<Lease> all = NASTY.stream()
                .map(name -> redlock.tryAcquire(name).orElseThrow())
                .toList();
        Lease together = redlock.tryAcquire("Ü", "{", "}", ":").orElseThrow();

        all.forEach(Lease::release);
        assertThat(together.isValid()).isTrue();
        setting().assertGone(NASTY.toArray(String[]::new));
    }

    @Test
    default void withoutAPrefixTheNameIsTheKey() {
        Redlock redlock = setting().engine(setting().nodes().addresses(), "", options -> options);

        Lease lease = redlock.tryAcquire("orders").orElseThrow();

        for (RedisNode node : setting().answering()) {
            Setting.await().until(() -> node.get("orders").isPresent());
        }
        assertThat(redlock.tryAcquire("orders")).isEmpty();
        lease.release();
        setting().answering().forEach(node -> Setting.await().until(() -> node.pttl("orders") == -2));
    }

    @Test
    default void whatIsNoNameIsRefusedBeforeAnythingIsSent() {
        Redlock redlock = setting().engine();

        for (String name : List.of("", "  ", "x".repeat(1025), "ü".repeat(513))) {
            assertThatThrownBy(() -> redlock.tryAcquire(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("resource");
        }
        assertThatThrownBy(redlock::tryAcquire).isInstanceOf(IllegalArgumentException.class);
        setting().answering().forEach(node -> assertThat(Setting.keysOf(node)).isEmpty());
    }
}
