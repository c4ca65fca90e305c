// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of one cluster service at one moment, for people. Made without asking a node or for a view, and without secrets.
 *
 * @param service what the service is called
 * @param leaving whether its context is about to stop
 * @param quorum whether enough nodes vote now
 * @param nodes what is known of each: {@code ok}, or why it does not vote
 * @param members who takes part in the cluster
 */
record ServiceReport(
        String service,
        String member,
        boolean leaving,
        boolean quorum,
        Map<String, String> nodes,
        Set<String> members,
        List<NamespaceReport> namespaces) {

    Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("service", service);
        map.put("member", member);
        map.put("leaving", leaving);
        map.put("quorum", quorum);
        map.put("nodes", nodes);
        map.put("members", List.copyOf(members));
        map.put("namespaces", namespaces.stream().map(NamespaceReport::asMap).toList());
        return map;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Cluster service ").append(service);
        text.append(", member ").append(member).append(quorum ? ", quorum" : ", NO QUORUM");
        text.append(leaving ? ", leaving\n" : "\n");
        nodes.forEach((node, condition) -> text.append("  node ")
                .append(node)
                .append(": ")
                .append(condition)
                .append('\n'));
        members.forEach(each -> text.append("  member ").append(each).append('\n'));
        namespaces.forEach(namespace -> text.append("  ").append(namespace).append('\n'));
        return text.toString();
    }
}
