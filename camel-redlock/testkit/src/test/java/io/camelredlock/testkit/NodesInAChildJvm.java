// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts three nodes and a JVM, freezes one node and the JVM, tells the process ids, and waits to be killed. */
final class NodesInAChildJvm {

    private NodesInAChildJvm() {}

    public static void main(String[] arguments) throws Exception {
        RedisNodes nodes =
                RedisNodes.builder().backend(RedisBackend.EMBEDDED).nodes(3).start();
        nodes.get(1).freeze();
        JvmProcess jvm = JvmProcess.of(EchoJvm.class).jvmOptions("-Xmx32m").start();
        jvm.freeze();
        String pids = Stream.concat(nodes.stream().map(RedisNode::pid), Stream.of(jvm.pid()))
                .map(pid -> Long.toString(pid))
                .collect(Collectors.joining(","));
        System.out.println("PIDS " + pids);
        while (System.in.read() >= 0) {
            // until the parent's end
        }
    }
}
