// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.Map;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;

/** A cluster service as JMX shows it, whatever other cluster services its context has. Safe for use by several threads. */
@ManagedResource(description = "Redlock cluster service")
public final class ManagedRedlockService {

    private final RedlockClusterService service;

    ManagedRedlockService(RedlockClusterService service) {
        this.service = service;
    }

    /** The id of this member, as others see it. */
    @ManagedAttribute(description = "The id of this member, as others see it")
    public String getMemberId() {
        return service.report().member();
    }

    /** The state of the service in Camel's words. */
    @ManagedAttribute(description = "The state of the service")
    public String getState() {
        return service.getStatus().name();
    }

    /** Whether enough nodes vote now. */
    @ManagedAttribute(description = "Whether enough nodes vote now")
    public boolean isQuorum() {
        return service.report().quorum();
    }

    /** Whether the context is about to stop. */
    @ManagedAttribute(description = "Whether the context is about to stop")
    public boolean isLeaving() {
        return service.isLeaving();
    }

    /** What is known of each node: ok, or why it does not vote. */
    @ManagedAttribute(description = "What is known of each node: ok, or why it does not vote")
    public Map<String, String> getNodes() {
        return service.report().nodes();
    }

    /** All namespaces that were ever asked for. */
    @ManagedAttribute(description = "All namespaces that were ever asked for")
    public List<String> getNamespaces() {
        return service.report().namespaces().stream()
                .map(NamespaceReport::namespace)
                .toList();
    }

    /** The namespaces this member leads now. */
    @ManagedAttribute(description = "The namespaces this member leads now")
    public List<String> getLeading() {
        return service.report().namespaces().stream()
                .filter(namespace -> namespace.role() == NamespaceReport.Role.LEADER)
                .map(NamespaceReport::namespace)
                .toList();
    }
}
