// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Call;
import io.camelredlock.core.Command;
import io.camelredlock.core.Evidence;
import io.camelredlock.core.Node;
import io.camelredlock.core.NodeListener;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Ticker;
import io.camelredlock.core.Token;
import io.camelredlock.core.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The nodes of one engine as a test speaks to them, with what they tell, and their threads. */
final class Conversation implements NodeListener, AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(10);
    static final long TTL_MILLIS = 10_000;

    static final Ticker TICKER = new Ticker() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };

    private final List<Node> nodes;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<Evidence> observed = new CopyOnWriteArrayList<>();

    private Conversation(JedisOptions options, RedlockOptions engine, Executor outer) {
        this.nodes = JedisNodes.create(options, engine, task -> outer.execute(counted(task)), TICKER);
    }

    static Conversation with(JedisOptions options, RedlockOptions engine) {
        Conversation conversation = new Conversation(options, engine, task -> {
            Thread thread = new Thread(task, "node under test");
            thread.setDaemon(true);
            thread.start();
        });
        conversation.nodes.forEach(node -> node.start(conversation));
        return conversation;
    }

    static Conversation with(JedisOptions options) {
        return with(options, RedlockOptions.defaults());
    }

    static Conversation with(String... addresses) {
        return with(Engines.options().nodes(addresses).build());
    }

    static Command acquire(String name, Token token) {
        return command(Verb.ACQUIRE, List.of(Resource.lock(name)), List.of(token), List.of(0L));
    }

    static Command extend(String name, Token token, long floor) {
        return command(Verb.EXTEND, List.of(Resource.lock(name)), List.of(token), List.of(floor));
    }

    static Command heal(String name, Token token, long floor) {
        return command(Verb.HEAL, List.of(Resource.lock(name)), List.of(token), List.of(floor));
    }

    static Command release(String name, Token... tokens) {
        return command(Verb.RELEASE, List.of(Resource.lock(name)), List.of(tokens), List.of());
    }

    static Command inspect(String name) {
        return command(Verb.INSPECT, List.of(Resource.lock(name)), List.of(), List.of());
    }

    static Command command(Verb verb, List<Resource> resources, List<Token> tokens, List<Long> fences) {
        return new Command(verb, resources, tokens, TTL_MILLIS, fences, "member-1");
    }

    static Token token(int number) {
        return new Token(String.format("%032x", number));
    }

    Node node() {
        return nodes.get(0);
    }

    Node node(int index) {
        return nodes.get(index);
    }

    /** The node's answer, whether it comes at once or later, without what else it shows. */
    Answer ask(Command command) {
        return ask(0, command);
    }

    Answer ask(int index, Command command) {
        return await(send(nodes.get(index), command)).withEvidence(Evidence.NONE);
    }

    /** The node's answer with all that it shows. */
    Answer askInFull(Command command) {
        return await(send(command));
    }

    CompletableFuture<Answer> send(Command command) {
        return send(node(), command);
    }

    static CompletableFuture<Answer> send(Node node, Command command) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        node.submit(new Call(command, answer::complete)).ifPresent(answer::complete);
        return answer;
    }

    static Answer await(CompletableFuture<Answer> answer) {
        return answer.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    void awaitCondition(String part) {
        Awaitility.await("condition with '" + part + "', last " + node().condition())
                .atMost(PATIENCE)
                .until(() -> node().condition().contains(part));
    }

    void awaitOk() {
        Awaitility.await("condition ok")
                .atMost(PATIENCE)
                .until(() -> node().condition().equals("ok"));
    }

    List<String> events() {
        return events;
    }

    void awaitEvent(String event, int times) {
        Awaitility.await(event + " " + times + " times")
                .atMost(PATIENCE)
                .until(() -> events.stream().filter(event::equals).count() >= times);
    }

    /** What was shown unasked, latest last. */
    List<Evidence> observed() {
        return observed;
    }

    boolean hasThreads() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    @Override
    public void available(Node node) {
        events.add("available");
    }

    @Override
    public void released(Node node, Resource resource) {
        events.add("released " + resource.name());
    }

    @Override
    public void watching(Node node, Resource resource) {
        events.add("watching " + resource.name());
    }

    @Override
    public void observed(Node node, Evidence evidence) {
        observed.add(evidence);
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
    }

    private Runnable counted(Runnable task) {
        return () -> {
            threads.add(Thread.currentThread());
            task.run();
        };
    }
}
