// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.core.Outcome;
import io.camelredlock.jedis.ErrorReply.Concern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorReplyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "READONLY You can't write against a read only replica.|ROLE|INELIGIBLE|replica",
                "MASTERDOWN Link with MASTER is down|ROLE|INELIGIBLE|lost its master",
                "LOADING Redis is loading the dataset in memory|ROLE|INELIGIBLE|loading",
                "MOVED 3999 127.0.0.1:6381|ROLE|INELIGIBLE|cluster mode",
                "ASK 3999 127.0.0.1:6381|ROLE|INELIGIBLE|cluster mode",
                "CLUSTERDOWN Hash slot not served|ROLE|INELIGIBLE|cluster mode",
                "CROSSSLOT Keys in request don't hash to the same slot|ROLE|INELIGIBLE|cluster mode",
                "OOM command not allowed when used memory > 'maxmemory'.|NODE|FAILED|maxmemory",
                "MISCONF Redis is configured to save RDB snapshots|NODE|FAILED|cannot save",
                "NOREPLICAS Not enough good replicas to write.|NODE|FAILED|min-replicas-to-write",
                "BUSY Redis is busy running a script.|NODE|FAILED|busy",
                "NOPERM User me has no permissions to run the 'evalsha' command|NODE|FAILED|evalsha",
                "NOAUTH Authentication required.|CONNECTION|FAILED|set password",
                "WRONGPASS invalid username-password pair|CONNECTION|FAILED|username and password",
                "DENIED Redis is running in protected mode|CONNECTION|FAILED|protected mode",
                "ERR max number of clients reached|CONNECTION|FAILED|maxclients",
                "ERR Client sent AUTH, but no password is set|CONNECTION|FAILED|authentication failed",
                "NOPROTO unsupported protocol version|CONNECTION|FAILED|leave protocol at RESP2",
                "ERR unknown command 'HELLO', with args beginning with: '3'|CONNECTION|FAILED|leave protocol at RESP2",
                "WRONGTYPE Operation against a key|CALL|FAILED|foreign type",
                "ERR something new|NODE|FAILED|something new",
                // Redis 6.2 wraps what a script met
                "ERR Error running script (call to f_1): @user_script:9: WRONGTYPE Operation against a key|CALL|FAILED|foreign type",
                "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write|ROLE|INELIGIBLE|replica",
                "ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed|NODE|FAILED|maxmemory",
                "ERR The user executing the script can't run this command or subcommand|NODE|FAILED|no permission"
            })
    void everyErrorHasItsWordsAndItsReach(String message, Concern concern, Outcome outcome, String words) {
        ErrorReply reply = ErrorReply.of(message);

        assertThat(reply.concerns()).isEqualTo(concern);
        assertThat(reply.answer().outcome()).isEqualTo(outcome);
        assertThat(reply.reason()).contains(words);
    }

    @Test
    void l59_theArgumentsThatAServerRepeatsAreNotRepeatedHere() {
        String message = "ERR unknown command 'EVALSHA', with args beginning with: 'sha' '3' 'open-sesame'";

        assertThat(ErrorReply.of(message).reason()).isEqualTo("error reply: ERR unknown command 'EVALSHA'");
        assertThat(ErrorReply.of("ERR unknown command `AUTH`, with args beginning with: `open-sesame`")
                        .reason())
                .doesNotContain("open-sesame");
    }

    @Test
    void aLongOrStrangeMessageIsMadeFitForALog() {
        String reason = ErrorReply.of("ERR a\r\nb" + "x".repeat(1_000)).reason();

        assertThat(reason).hasSizeLessThan(300).doesNotContain("\n");
    }
}
