// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JedisOptionsTest {

    @Test
    void addressesMayBeWrittenInAllTheseWays() {
        JedisOptions options = JedisOptions.builder()
                .nodes("One:6379, redis://two:6380/", "rediss://three:6381,[::1]:6382")
                .build();

        assertThat(options.nodes()).containsExactly("one:6379", "two:6380", "rediss://three:6381", "[::1]:6382");
        assertThat(options.addresses())
                .contains(new NodeAddress("three", 6381, true), new NodeAddress("::1", 6382, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|blank",
                "a:1,,b:2|blank",
                "a:1,|blank",
                "localhost|host:port",
                "localhost:|host:port",
                ":6379|host:port",
                "localhost:0|1 to 65535",
                "localhost:65536|1 to 65535",
                "localhost:port|host:port",
                "http://localhost:6379|host:port",
                "redis://localhost:6379/2|database",
                "redis://localhost:6379?x=y|host:port",
                "::1:6379|host:port",
                "two words:6379|host:port",
                "a:1,redis://A:1|twice",
                "a:1,rediss://a:1|twice"
            })
    void anythingElseIsRefusedByNameOfTheOption(String nodes, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JedisOptions.builder().nodes(nodes).build())
                .withMessageContaining("nodes")
                .withMessageContaining(rule);
    }

    @Test
    void noAddressAtAllIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JedisOptions.builder().build())
                .withMessageContaining("nodes is empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://me:secret@host:6379",
                "me:secret@host:6379",
                ":secret@host:6379",
                "redis://host:6379@secret"
            })
    void l59_credentialsInAnAddressAreRefusedAndNotRepeated(String nodes) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> JedisOptions.builder().nodes("other:6379", nodes).build())
                .withMessageContainingAll("username", "password")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
    }

    @Test
    void secretsAreNotShown() {
        JedisOptions options = JedisOptions.builder()
                .nodes("host:6379")
                .username("me")
                .password("open-sesame")
                .build();

        assertThat(options.toString()).contains("host:6379").contains("me").doesNotContain("open-sesame");
    }

    @Test
    void contradictionsAreRefusedByName() {
        assertRefused(one().username("me"), "password");
        assertRefused(one().database(-1), "database -1");
        assertRefused(one().clientName("two words"), "clientName 'two words'");
        assertRefused(one().connectTimeout(Duration.ZERO), "connectTimeout");
        assertRefused(one().connectTimeout(Duration.ofDays(1)), "connectTimeout");
    }

    @Test
    void theClusterIsNamedAfterItsAddressesInAnyOrder() {
        String id = JedisOptions.builder().nodes("a:1", "b:2").build().clusterId();

        assertThat(id).matches("[0-9a-f]{16}");
        assertThat(JedisOptions.builder().nodes("rediss://b:2", "A:1").build().clusterId())
                .isEqualTo(id);
        assertThat(JedisOptions.builder().nodes("a:1", "b:3").build().clusterId())
                .isNotEqualTo(id);
        assertThat(one().clusterId("mine").build().clusterId()).isEqualTo("mine");
    }

    @Test
    void whileTheListChangesEachNodeIsThereOnce() {
        JedisOptions options = JedisOptions.builder()
                .nodes("a:1,b:1,d:1")
                .previousNodes("a:1,b:1,c:1")
                .build();

        assertThat(options.addresses()).extracting(NodeAddress::toString).containsExactly("a:1", "b:1", "d:1", "c:1");
        assertThat(options.previousClusterId())
                .isEqualTo(JedisOptions.builder().nodes("c:1,b:1,a:1").build().clusterId());
    }

    @Test
    void aClusterWithANameOfItsOwnKeepsItWhileTheListChanges() {
        JedisOptions options =
                one().previousNodes("other:6379").clusterId("mine").build();

        assertThat(options.previousClusterId()).isEqualTo("mine");
    }

    @Test
    void aListThatDoesNotChangeIsRefusedAsPrevious() {
        assertRefused(one().previousNodes("redis://host:6379"), "previousNodes is the same list");
        assertRefused(one().previousNodes("rediss://host:6379,b:1"), "say the same of TLS in both");
        assertRefused(one().previousNodes("a:1,a:1"), "previousNodes contains a:1 twice");
        assertRefused(one().clusterId("two\nlines"), "clusterId");
    }

    private static JedisOptionsBuilder one() {
        return JedisOptions.builder().nodes("host:6379");
    }

    private static void assertRefused(JedisOptionsBuilder builder, String words) {
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining(words);
    }
}
