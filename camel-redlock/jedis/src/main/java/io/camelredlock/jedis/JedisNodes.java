// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Node;
import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Makes the nodes of an engine. Stateless. */
public final class JedisNodes {

    private JedisNodes() {}

    /**
     * One node for each configured address, in their order. None is connected before it is started.
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
}
