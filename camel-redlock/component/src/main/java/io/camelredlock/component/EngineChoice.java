// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.camel.CamelContext;
import org.jspecify.annotations.Nullable;

/**
 * The engine a component works with. One per set of nodes is enough, so that of a cluster service is preferred; it may come
 * and go with the service and is not the component's to close. Thread-safe.
 */
final class EngineChoice {

    private final RedlockComponent component;
    private final Lock opening = new ReentrantLock();

    private volatile @Nullable RedlockClusterService service;
    private volatile @Nullable OwnEngine own;

    EngineChoice(RedlockComponent component) {
        this.component = component;
    }

    /** The cluster service that was chosen; null if the engine is the component's own, or none was needed yet. */
    @Nullable
    RedlockClusterService service() {
        return service;
    }

    ClusterEngine get() {
        RedlockClusterService chosen = service;
        OwnEngine mine = own;
        if (chosen != null) {
            return chosen.engine();
        }
        return mine != null ? mine.engine() : choose();
    }

    /** Closes what is the component's own. */
    void close() {
        opening.lock();
        try {
            OwnEngine mine = own;
            own = null;
            service = null;
            if (mine != null) {
                mine.close();
            }
        } finally {
            opening.unlock();
        }
    }

    private ClusterEngine choose() {
        opening.lock();
        try {
            if (service == null && own == null) {
                service = findService();
                own = service == null ? openOwn() : null;
            }
        } finally {
            opening.unlock();
        }
        return get();
    }

    private OwnEngine openOwn() {
        try {
            return OwnEngine.open(component);
        } catch (RuntimeException refused) {
            throw refused;
        } catch (Exception tls) {
            throw new IllegalArgumentException("sslContextParameters cannot be used: " + tls.getMessage(), tls);
        }
    }

    private @Nullable RedlockClusterService findService() {
        RedlockClusterService given = component.getClusterService();
        RedlockClusterService found = given != null ? given : onlyService();
        String nodes = component.getConfiguration().getNodes();
        if (found != null && nodes != null && !nodes.equals(found.getNodes())) {
            throw new IllegalArgumentException("the redlock component is given nodes " + nodes
                    + " and a cluster service with nodes " + found.getNodes() + ": leave one of them out");
        }
        return found == null ? null : added(found);
    }

    private @Nullable RedlockClusterService onlyService() {
        CamelContext context = component.getCamelContext();
        Set<RedlockClusterService> found = Collections.newSetFromMap(new IdentityHashMap<>());
        found.addAll(context.hasServices(RedlockClusterService.class));
        found.addAll(context.getRegistry().findByType(RedlockClusterService.class));
        if (found.size() > 1 && component.getConfiguration().getNodes() == null) {
            throw new IllegalArgumentException("there are " + found.size()
                    + " cluster services of type RedlockClusterService: set clusterService on the redlock component");
        }
        return found.size() == 1 ? found.iterator().next() : null;
    }

    /** One that is in the registry only would never start. */
    private RedlockClusterService added(RedlockClusterService found) {
        try {
            component.getCamelContext().addService(found);
            return found;
        } catch (RuntimeException refused) {
            throw refused;
        } catch (Exception failed) {
            throw new IllegalStateException("the cluster service cannot be used: " + failed.getMessage(), failed);
        }
    }
}
