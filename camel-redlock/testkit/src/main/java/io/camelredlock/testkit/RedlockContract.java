// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every engine must do, whatever its nodes are and as long as a quorum of them answers. A subclass says how an engine is made,
 * and registers a {@link RedisNodesExtension} that says how many nodes there are and where they come from.
 *
 * <pre>{@code
 * class OnFiveNodesIT extends RedlockContract {
 *     @RegisterExtension
 *     static final RedisNodesExtension REDIS = RedisNodesExtension.of(5);
 *
 *     @Override
 *     protected Redlock connect(String addresses, String keyPrefix, RedlockOptions options) { ... }
 * }
 * }</pre>
 */
public abstract class RedlockContract
        implements AcquireContract,
                ElectionContract,
                ExtendContract,
                LockViewContract,
                NamesContract,
                OutcomeContract,
                ReleaseContract,
                ThreadsContract,
                UseContract,
                WaitingContract {

    /** The key prefix of all engines but one, whose prefix is empty. */
    protected static final String KEY_PREFIX = "contract:";

    private @Nullable Setting setting;

    /** For subclasses. */
    protected RedlockContract() {}

    /**
     * Makes an engine; the contract closes it. All engines of a test belong to one cluster, although not all reach its nodes at the
     * same addresses.
     *
     * @param addresses {@code host:port}, comma separated
     * @param keyPrefix what stands before the names of locks; may be empty
     * @param options what the engine is to do
     */
    protected abstract Redlock connect(String addresses, String keyPrefix, RedlockOptions options);

    /** Harms a minority of the nodes before each test, if the set-up is to be a bad one. Returns those that answer. */
    protected List<RedisNode> harm(RedisNodes nodes) {
        return nodes.all();
    }

    @BeforeEach
    final void openSetting(RedisNodes nodes) {
        setting = new Setting(nodes, harm(nodes), this::connect);
    }

    @AfterEach
    final void closeSetting() {
        setting().close();
    }

    @Override
    public final Setting setting() {
        if (setting == null) {
            throw new IllegalStateException("there is a setting only during a test");
        }
        return setting;
    }
}
