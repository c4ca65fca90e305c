// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The model server, on which simulation rests, gives the same answers as a real one to the same commands, whatever happens to the
 * keys in between. {@code -Dmodel.steps=N} for more, {@code -Dmodel.seed=S} for others.
 */
class ModelAgainstRedisIT {

    @RegisterExtension
    static final RedisNodesExtension REDIS = RedisNodesExtension.of(1);

    private static final int STEPS = Integer.getInteger("model.steps", 5_000);
    private static final long SEED = Long.getLong("model.seed", 20_261_130);

    /** Before the real clock has moved so far that the times of two keys could meet. */
    private static final int STEPS_PER_EPISODE = 500;

    @Test
    void theSameCommandsGetTheSameAnswers(RedisNodes nodes) {
        int granted = 0;
        int vanished = 0;
        int adopted = 0;
        for (int done = 0; done < STEPS; done += STEPS_PER_EPISODE) {
            nodes.get(0).flush();
            long seed = SEED + done;
            try (ModelAndRedis both = new ModelAndRedis(nodes.get(0))) {
                RandomSteps steps = new RandomSteps(both, new Random(seed));
                for (int step = 0; step < STEPS_PER_EPISODE; step++) {
                    steps.next("seed " + seed + " step " + step);
                }
                granted += steps.granted();
                vanished += steps.vanished();
                adopted += steps.adopted();
            }
        }
        assertThat(granted).as("grants").isGreaterThan(STEPS / 50);
        assertThat(adopted).as("adoptions").isGreaterThan(STEPS / 100);
        assertThat(vanished).as("answers that tell of what vanished").isGreaterThan(STEPS / 100);
    }
}
