// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Node;
import io.camelredlock.core.NodeLists;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/** Makes the nodes of an engine. Stateless. */
public final class JedisNodes {

    private JedisNodes() {}

    /**
     * One node for each configured address, in their order, those of {@code previousNodes} alone last. None is connected before it
     * is started.
     *
     * @param options how they are reached
     * @param engine what is agreed with the engine
     * @param threads runs the loops of the nodes: one task for each, and one more when it is first watched. Each may run until
     *     its node is closed, so the threads must not be bounded in number
     * @param ticker the clock
     */
    public static List<Node> create(JedisOptions options, RedlockOptions engine, Executor threads, Ticker ticker) {
        NodeSettings settings = new NodeSettings(options, engine, threads, ticker);
        List<NodeAddress> addresses = options.addresses();
        ServerIdentities identities = new ServerIdentities(addresses);
        List<Node> nodes = new ArrayList<>();
        for (int index = 0; index < addresses.size(); index++) {
            nodes.add(new JedisNode(settings, addresses.get(index), new Intake(ticker, identities, index)));
        }
        return List.copyOf(nodes);
    }

    /** The same nodes, as the lists they stand in. */
    public static NodeLists lists(JedisOptions options, RedlockOptions engine, Executor threads, Ticker ticker) {
        List<Node> all = create(options, engine, threads, ticker);
        return new NodeLists(in(options.nodes(), all), in(options.previousNodes(), all));
    }

    private static List<Node> in(List<String> list, List<Node> all) {
        Set<String> names = Set.copyOf(JedisOptions.names(list));
        return all.stream().filter(node -> names.contains(node.name())).toList();
    }
}
