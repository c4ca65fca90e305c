// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import com.sun.management.OperatingSystemMXBean;
import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Command;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Takeover;
import io.camelredlock.core.Token;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures acquire and release on local nodes, all answers awaited: a bare fan-out per caller, which writes to all and reads
 * from all on connections of its own, against the nodes as an engine uses them. Run it by hand on a quiet machine:
 * {@code NodeSpeed [nodes] [seconds] [fencing] [takeover]}.
 */
final class NodeSpeed {

    private static final int ROUNDS = 3;
    private static final int MANY_CALLERS = 32;

    private final List<RedisNode> servers;
    private final JedisOptions options;
    private final ScriptCalls scripts;
    private final Conversation conversation;
    private final int seconds;

    private NodeSpeed(RedisNodes servers, RedlockOptions engine, int seconds) {
        this.servers = servers.all();
        this.options = JedisOptions.builder().nodes(servers.addresses()).build();
        this.scripts = new ScriptCalls(new NodeSettings(options, engine, Runnable::run, Conversation.TICKER));
        this.conversation = Conversation.with(options, engine);
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        boolean fencing = arguments.length < 3 || Boolean.parseBoolean(arguments[2]);
        Takeover takeover = arguments.length < 4 ? Takeover.GUARDED : Takeover.valueOf(arguments[3]);
        RedlockOptions engine =
                RedlockOptions.builder().fencing(fencing).takeover(takeover).build();
        System.out.printf(
                "%d nodes, fencing %b, takeover %s; pairs per second, CPU per pair: client + servers%n",
                nodes, fencing, takeover);
        try (RedisNodes servers = RedisNodes.start(nodes)) {
            NodeSpeed speed = new NodeSpeed(servers, engine, seconds);
            for (int round = 0; round <= ROUNDS; round++) { // the first one warms up
                speed.measure("fan-out,  1 caller ", 1, () -> speed.new FanOut());
                speed.measure("nodes,    1 caller ", 1, () -> speed::everywhere);
                speed.measure("fan-out, 32 callers", MANY_CALLERS, () -> speed.new FanOut());
                speed.measure("nodes,   32 callers", MANY_CALLERS, () -> speed::everywhere);
            }
            speed.conversation.close();
        }
    }

    private void measure(String what, int callers, Supplier<Consumer<Command>> way) throws InterruptedException {
        LongAdder pairs = new LongAdder();
        CountDownLatch done = new CountDownLatch(callers);
        double client = clientMicros();
        double server = serverMicros();
        long start = System.nanoTime();
        for (int caller = 0; caller < callers; caller++) {
            String name = "caller-" + caller;
            new Thread(() -> {
                        acquireAndRelease(name, way.get(), start + seconds * 1_000_000_000L, pairs);
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        double elapsed = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%s %8.0f pairs/s  %6.1f + %6.1f us%n",
                what,
                pairs.sum() / elapsed,
                (clientMicros() - client) / pairs.sum(),
                (serverMicros() - server) / pairs.sum());
    }

    private static void acquireAndRelease(String name, Consumer<Command> way, long endNanos, LongAdder pairs) {
        for (int number = 0; System.nanoTime() - endNanos < 0; number++) {
            Token token = Conversation.token(number);
            way.accept(Conversation.acquire(name, token));
            way.accept(Conversation.release(name, token));
            pairs.increment();
        }
    }

    private void everywhere(Command command) {
        Thread caller = Thread.currentThread();
        AtomicInteger open = new AtomicInteger(servers.size());
        Consumer<Answer> count = answer -> {
            if (open.decrementAndGet() == 0) {
                LockSupport.unpark(caller);
            }
        };
        for (int i = 0; i < servers.size(); i++) {
            conversation.node(i).submit(new Call(command, count)).ifPresent(count);
        }
        while (open.get() > 0) {
            LockSupport.park(this);
        }
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

    /** One caller's own connections. */
    private final class FanOut implements Consumer<Command> {

        private final List<NodeConnection> connections = options.addresses().stream()
                .map(address -> new NodeConnection(address, options))
                .toList();

        private FanOut() {
            connections.forEach(NodeConnection::open);
        }

        @Override
        public void accept(Command command) {
            for (NodeConnection connection : connections) {
                connection.sendCommand(scripts.byHash(command));
                connection.flush();
            }
            for (NodeConnection connection : connections) {
                scripts.answer(command, ScriptReply.of(connection.read()));
            }
        }
    }
}
