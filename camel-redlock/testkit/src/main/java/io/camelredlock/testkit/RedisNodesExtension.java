// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Redis nodes for JUnit 5 tests. Registered by a static field they live as long as the class and are healed and emptied before each
 * test; registered by an instance field every test gets fresh ones. A parameter of type {@link RedisNodes} is filled in. With
 * {@code @ExtendWith} there are three embedded nodes per class.
 *
 * <p>What the nodes at hand cannot do ({@link NotPossibleHereException}) skips the test. Tests that share the nodes must not run in
 * parallel.
 */
public final class RedisNodesExtension
        implements BeforeAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                AfterAllCallback,
                ParameterResolver,
                TestExecutionExceptionHandler,
                LifecycleMethodExecutionExceptionHandler {

    private final RedisNodes.Builder settings;
    private @Nullable RedisNodes nodes;
    private @Nullable NotPossibleHereException impossible;
    private String startedBy = "";

    /** Three nodes with the defaults. */
    public RedisNodesExtension() {
        this(RedisNodes.builder());
    }

    private RedisNodesExtension(RedisNodes.Builder settings) {
        this.settings = settings;
    }

    /** That many nodes with the defaults. */
    public static RedisNodesExtension of(int nodes) {
        return of(RedisNodes.builder().nodes(nodes));
    }

    /** Nodes with these settings. */
    public static RedisNodesExtension of(RedisNodes.Builder settings) {
        return new RedisNodesExtension(settings);
    }

    /** The running nodes. */
    public RedisNodes nodes() {
        if (impossible != null) {
            throw skipped(impossible);
        }
        if (nodes == null) {
            throw new IllegalStateException("the nodes run only during a test");
        }
        return nodes;
    }

    /** What fails here for want of means fails each test later, so that each is reported as skipped. */
    @Override
    public void beforeAll(ExtensionContext context) {
        startUnlessStarted(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        boolean fresh = startUnlessStarted(context);
        RedisNodes running = nodes();
        if (!fresh) {
            running.recover();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        stop(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RedisNodes.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return nodes();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw skipping(failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw skipping(failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw skipping(failure);
    }

    /** A nested class shares the nodes of the outer one. */
    private boolean startUnlessStarted(ExtensionContext context) {
        if (nodes != null || impossible != null) {
            return false;
        }
        startedBy = context.getUniqueId();
        try {
            nodes = settings.start();
        } catch (NotPossibleHereException e) {
            impossible = e;
        }
        return true;
    }

    private void stop(ExtensionContext context) {
        if (startedBy.equals(context.getUniqueId())) {
            impossible = null;
            if (nodes != null) {
                nodes.close();
                nodes = null;
            }
        }
    }

    private static Throwable skipping(Throwable failure) {
        return failure instanceof NotPossibleHereException impossible ? skipped(impossible) : failure;
    }

    private static TestAbortedException skipped(NotPossibleHereException impossible) {
        return new TestAbortedException(impossible.getMessage(), impossible);
    }
}
