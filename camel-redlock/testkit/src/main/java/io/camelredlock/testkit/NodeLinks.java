// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One client's own ways to all nodes: a proxy per node. A fault here is this client's alone.
 *
 * <p>Safe for use by several threads.
 */
public final class NodeLinks implements AutoCloseable {

    private final List<FaultProxy> proxies;

    NodeLinks(List<FaultProxy> proxies) {
        this.proxies = List.copyOf(proxies);
    }

    /** The way to the node with that index, from 0. */
    public FaultProxy to(int index) {
        return proxies.get(index);
    }

    /** All ways, in the order of the nodes. */
    public List<FaultProxy> all() {
        return proxies;
    }

    /** What this client is configured with, {@code host:port,host:port}. */
    public String addresses() {
        return proxies.stream().map(FaultProxy::address).collect(Collectors.joining(","));
    }

    /** Delays all ways, each direction. */
    public void delay(Duration eachWay) {
        proxies.forEach(proxy -> proxy.delay(eachWay));
    }

    /** Cuts the client off from all nodes, without closing anything. */
    public void cut() {
        proxies.forEach(FaultProxy::cut);
    }

    /** Ends all faults but the delays. */
    public void heal() {
        proxies.forEach(FaultProxy::heal);
    }

    /** Breaks all connections and gives the ports back. */
    @Override
    public void close() {
        proxies.forEach(FaultProxy::close);
    }

    /** The addresses. */
    @Override
    public String toString() {
        return addresses();
    }

    void restore() {
        proxies.forEach(FaultProxy::restore);
    }
}
