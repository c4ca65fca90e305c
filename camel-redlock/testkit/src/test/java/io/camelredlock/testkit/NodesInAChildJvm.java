// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.stream.Collectors;

/** Starts three nodes, freezes one, tells the process ids, and waits to be killed. */
final class NodesInAChildJvm {

    private NodesInAChildJvm() {}

    public static void main(String[] arguments) throws Exception {
        RedisNodes nodes =
                RedisNodes.builder().backend(RedisBackend.EMBEDDED).nodes(3).start();
        nodes.get(1).freeze();
        String pids = nodes.stream().map(node -> Long.toString(node.pid())).collect(Collectors.joining(","));
        System.out.println("PIDS " + pids);
        System.out.println("NODES " + nodes);
        while (System.in.read() >= 0) {
            // until the parent's end
        }
    }
}
