// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;

class InspectionTest {

    @Test
    void aMasterMayVote() {
        Inspection found = inspect(
                "# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nrun_id:abc\r\n",
                "# Replication\r\nrole:master\r\nmaster_replid:def\r\n",
                "loading:0\r\n");

        assertThat(found).isEqualTo(new Inspection("", "abc", "def", "", ""));
        assertThat(found.mayVote()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "role:slave, replica",
        "redis_mode:cluster, cluster mode is not supported",
        "redis_mode:sentinel, Sentinel",
        "loading:1, loading",
        "redis_version:6.0.16, 6.2 or later",
        "redis_version:5.0.14, 6.2 or later"
    })
    void nothingElseMay(String field, String reason) {
        assertThat(inspect(field).refusal()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({"6.2.0", "6.2.11", "7.0.15", "8.0.1", "255.255.255", "next", "''"})
    void theseVersionsMayVote(String version) {
        assertThat(inspect("redis_version:" + version).mayVote()).isTrue();
    }

    @Test
    void l96_aNodeThatDoesNotLetUsAskMayVoteAndThePermissionIsNamed() {
        Object noPermission =
                new JedisAccessControlException("NOPERM this user has no permissions to run the 'info' command");

        Inspection found = Inspection.of(List.of(noPermission, noPermission, noPermission));

        assertThat(found.mayVote()).isTrue();
        assertThat(found.runId()).isEmpty();
        assertThat(found.missing()).contains("'info'");
    }

    @Test
    void anotherErrorIsItsReason() {
        Inspection found = Inspection.of(List.of(new JedisDataException("BUSY Redis is busy running a script.")));

        assertThat(found.refusal()).contains("BUSY");
    }

    private static Inspection inspect(String... replies) {
        return Inspection.of(
                Arrays.stream(replies).map(reply -> reply.getBytes(UTF_8)).toList());
    }
}
