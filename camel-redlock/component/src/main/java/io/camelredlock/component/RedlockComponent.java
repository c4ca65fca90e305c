// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;
import org.jspecify.annotations.Nullable;

/**
 * Locks in routes. Works with the engine of a cluster service: the one it is given, else the only RedlockClusterService of
 * the context; and if there is none with an engine of its own, opened when the first endpoint is used and closed with the
 * component. Safe for use by several threads once it is configured.
 */
@Component("redlock")
public class RedlockComponent extends DefaultComponent {

    private final EngineChoice engine = new EngineChoice(this);
    private final Locks locks = new Locks(engine::get);

    @Metadata(
            description =
                    "The cluster service whose nodes, options and connections are used; by default the only RedlockClusterService of the context or registry.",
            label = "advanced")
    private @Nullable RedlockClusterService clusterService;

    @Metadata(
            description = "The nodes and options of an engine of the component's own, if there is no cluster service.")
    private RedlockConfiguration configuration = new RedlockConfiguration();

    private volatile @Nullable RouteThreads threads;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        RedlockEndpoint endpoint = new RedlockEndpoint(uri, this, ResourceNames.ofUri(uri));
        setProperties(endpoint, parameters);
        return endpoint;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        LossGuard.addTo(getCamelContext());
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        threads = RouteThreads.open(getCamelContext(), this);
    }

    @Override
    protected void doStop() throws Exception {
        locks.stop();
        engine.close();
        RouteThreads open = threads;
        threads = null;
        if (open != null) {
            open.close();
        }
        super.doStop();
    }

    Locks locks() {
        return locks;
    }

    ClusterEngine engine() {
        return engine.get();
    }

    NamespaceWatch watch(String namespace, Runnable changed) {
        ClusterEngine current = engine.get();
        return new NamespaceWatch(current, engine.service(), namespace, changed);
    }

    Continuation continuation() {
        return threads().continuation();
    }

    /** Runs what routes do, on threads made for that. */
    void onRoute(Runnable steps) {
        threads().pool().execute(steps);
    }

    private RouteThreads threads() {
        RouteThreads open = threads;
        if (open == null) {
            throw new RejectedExecutionException("the redlock component is not started");
        }
        return open;
    }

    public @Nullable RedlockClusterService getClusterService() {
        return clusterService;
    }

    /** The cluster service whose engine is used; null for the only one there is, if any. */
    public void setClusterService(@Nullable RedlockClusterService clusterService) {
        this.clusterService = clusterService;
    }

    public RedlockConfiguration getConfiguration() {
        return configuration;
    }

    /** The nodes and options of an engine of the component's own. */
    public void setConfiguration(RedlockConfiguration configuration) {
        this.configuration = configuration;
    }
}
