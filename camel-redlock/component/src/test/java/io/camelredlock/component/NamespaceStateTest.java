// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamespaceStateTest {

    /** Written as leader, a colon, if it is this member, its fencing token, and after a plus each other member. */
    private static NamespaceState state(String text) {
        List<String> members = List.of(text.split("\\+"));
        String[] parts = members.get(0).split(":", -1);
        return new NamespaceState(
                "me",
                parts[0].equals("me"),
                Optional.of(parts[0]).filter(leader -> !leader.equals("nobody")),
                parts.length > 1 ? OptionalLong.of(Long.parseLong(parts[1])) : OptionalLong.empty(),
                Set.copyOf(members.subList(1, members.size())));
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({
        "nobody, nobody, ''",
        "nobody, me:1, leaderChanged me|gained me",
        "me:1, nobody, lost me|leaderChanged nobody",
        "me:1, me:1, ''",
        "me:1, me:2, lost me|gained me",
        "me:1, you+you, lost me|leaderChanged you|memberJoined you",
        "you+you, me:1, leaderChanged me|gained me|memberLeft you",
        "you+you, they+they, leaderChanged they|memberLeft you|memberJoined they",
        "me:1+you, me:1+they+you+zoe, memberJoined they|memberJoined zoe",
        "you, nobody, leaderChanged nobody"
    })
    void whatEndsIsToldBeforeWhatBegins(String before, String after, String changes) {
        List<String> told = state(before).changesTo(state(after)).stream()
                .map(change -> change.event() + " " + change.member().orElse("nobody"))
                .toList();

        assertThat(told)
                .isEqualTo(Arrays.stream(changes.split("\\|"))
                        .filter(text -> !text.isEmpty())
                        .toList());
    }
}
