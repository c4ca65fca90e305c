// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import com.sun.management.OperatingSystemMXBean;
import io.camelredlock.core.Call;
import io.camelredlock.core.Command;
import io.camelredlock.core.Node;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures acquire and release on three or more local nodes: a bare fan-out that writes to all and reads from all on one
 * thread, and the nodes as an engine uses them. Run it by hand: {@code NodeSpeed [nodes] [seconds] [fencing]}.
 */
final class NodeSpeed {

    private static final int WARM_UP_SECONDS = 3;
    private static final int MANY_CALLERS = 32;

    private final List<RedisNode> servers;
    private final ScriptCalls scripts;
    private final Conversation conversation;
    private final int seconds;

    private NodeSpeed(RedisNodes servers, RedlockOptions engine, int seconds) {
        JedisOptions options = JedisOptions.builder().nodes(servers.addresses()).build();
        this.servers = servers.all();
        this.scripts = new ScriptCalls(new NodeSettings(options, engine, Runnable::run, Conversation.TICKER));
        this.conversation = Conversation.with(options, engine);
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws Exception {
        int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        boolean fencing = arguments.length < 3 || Boolean.parseBoolean(arguments[2]);
        RedlockOptions engine = RedlockOptions.builder().fencing(fencing).build();
        try (RedisNodes servers = RedisNodes.start(nodes)) {
            NodeSpeed speed = new NodeSpeed(servers, engine, seconds);
            speed.measure(nodes, fencing);
            speed.conversation.close();
        }
    }

    private void measure(int nodes, boolean fencing) throws Exception {
        bare(WARM_UP_SECONDS);
        callers(1, WARM_UP_SECONDS);
        callers(MANY_CALLERS, WARM_UP_SECONDS);
        System.out.printf(
                "nodes %d, fencing %b; pairs per second, and microseconds of CPU per pair: client + servers%n",
                nodes, fencing);
        for (int round = 0; round < 3; round++) {
            report("bare fan-out", () -> bare(seconds));
            report("1 caller", () -> callers(1, seconds));
            report(MANY_CALLERS + " callers", () -> callers(MANY_CALLERS, seconds));
        }
    }

    private void report(String what, Callable<Double> run) throws Exception {
        double client = clientMicros();
        double server = serverMicros();
        double pairs = run.call();
        System.out.printf(
                "%-13s %8.0f pairs/s  %6.1f + %6.1f us%n",
                what, pairs, (clientMicros() - client) / pairs / seconds, (serverMicros() - server) / pairs / seconds);
    }

    private static double clientMicros() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e3;
    }

    private double serverMicros() {
        return servers.stream()
                .flatMap(server -> server.ask(jedis -> jedis.info("cpu")).lines())
                .filter(line -> line.matches("used_cpu_(user|sys):.*"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)) * 1e6)
                .sum();
    }

    private double bare(int forSeconds) {
        JedisOptions options = JedisOptions.builder()
                .nodes(servers.stream().map(RedisNode::address).toList())
                .build();
        List<NodeConnection> connections = new ArrayList<>();
        for (NodeAddress address : options.addresses()) {
            Handshake handshake = new Handshake(address, options);
            NodeConnection connection = handshake.newConnection();
            connection.open();
            handshake.forCommands(connection);
            connections.add(connection);
        }
        long start = System.nanoTime();
        long end = start + forSeconds * 1_000_000_000L;
        int pairs = 0;
        while (System.nanoTime() - end < 0) {
            Token token = Conversation.token(pairs++);
            exchange(connections, Conversation.acquire("bare", token));
            exchange(connections, Conversation.release("bare", token));
        }
        double rate = pairs * 1e9 / (System.nanoTime() - start);
        connections.forEach(NodeConnection::close);
        return rate;
    }

    private void exchange(List<NodeConnection> connections, Command command) {
        for (NodeConnection connection : connections) {
            connection.sendCommand(scripts.byHash(command));
            connection.flush();
        }
        for (NodeConnection connection : connections) {
            scripts.answer(command, connection.read());
        }
    }

    private double callers(int count, int forSeconds) throws Exception {
        long start = System.nanoTime();
        long end = start + forSeconds * 1_000_000_000L;
        int[] pairs = new int[count];
        CountDownLatch done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            int caller = i;
            new Thread(() -> {
                        while (System.nanoTime() - end < 0) {
                            Token token = Conversation.token(pairs[caller]++);
                            everywhere(Conversation.acquire("caller-" + caller, token));
                            everywhere(Conversation.release("caller-" + caller, token));
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        return Arrays.stream(pairs).asLongStream().sum() * 1e9 / (System.nanoTime() - start);
    }

    /** Waits for all answers, as the bare fan-out does. */
    private void everywhere(Command command) {
        Thread caller = Thread.currentThread();
        AtomicInteger open = new AtomicInteger(servers.size());
        for (int i = 0; i < servers.size(); i++) {
            Node node = conversation.node(i);
            node.submit(new Call(command, answer -> {
                if (open.decrementAndGet() == 0) {
                    LockSupport.unpark(caller);
                }
            }));
        }
        while (open.get() > 0) {
            LockSupport.park(this);
        }
    }
}
