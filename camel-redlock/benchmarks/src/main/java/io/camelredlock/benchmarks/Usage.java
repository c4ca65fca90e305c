// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What client and nodes have done up to a moment; differences count.
 *
 * @param nanos the moment
 * @param clientNanos CPU time of this JVM
 * @param nodeMicros CPU time of all nodes
 * @param commands scripts called by clients, on all nodes
 * @param reads how often the nodes read from a connection: one for a batch of commands
 */
record Usage(long nanos, long clientNanos, double nodeMicros, long commands, long reads) {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    static Usage now(RedisNodes nodes) {
        List<String> figures = nodes.stream()
                .flatMap(node -> node.ask(jedis -> jedis.info("cpu") + "\r\n" + jedis.info("stats"))
                        .lines())
                .toList();
        return new Usage(
                System.nanoTime(),
                PROCESS.getProcessCpuTime(),
                1e6 * (sum(figures, "used_cpu_user:") + sum(figures, "used_cpu_sys:")),
                nodes.stream().mapToLong(Usage::scripts).sum(),
                (long) sum(figures, "total_reads_processed:"));
    }

    private static long scripts(RedisNode node) {
        return node.calls("evalsha") + node.calls("eval");
    }

    private static double sum(List<String> figures, String name) {
        return figures.stream()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }
}
