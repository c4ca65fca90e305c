// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Command;
import io.camelredlock.core.RedlockOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** One batch on a connection of its own, run on the test's thread; its answers are kept in the order of the calls. */
final class RecordedBatch {

    private final JedisOptions options;
    private final Answer[] answers;
    private final Batch batch;

    RecordedBatch(String address, Command... commands) {
        this.options = JedisOptions.builder().nodes(address).build();
        this.answers = new Answer[commands.length];
        NodeSettings settings =
                new NodeSettings(options, RedlockOptions.defaults(), Runnable::run, Conversation.TICKER);
        List<Call> calls = new ArrayList<>();
        IntStream.range(0, commands.length)
                .forEach(i -> calls.add(new Call(commands[i], answer -> answers[i] = answer)));
        ScriptCalls scripts = new ScriptCalls(settings);
        this.batch = new Batch(
                calls,
                scripts,
                new NodeMemory(scripts, Conversation.TICKER),
                new Callbacks(JedisNodes.create(options, RedlockOptions.defaults(), Runnable::run, Conversation.TICKER)
                        .get(0)));
    }

    void run() {
        try (NodeConnection connection = new NodeConnection(options.addresses().get(0), options)) {
            connection.open();
            batch.run(connection);
        }
    }

    List<Answer> answers() {
        return Arrays.asList(answers);
    }
}
