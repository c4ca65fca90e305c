// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelredlock.core.Lease;
import io.camelredlock.core.LeaseLostException;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.Release;
import io.camelredlock.testkit.JvmProcess;
import io.camelredlock.testkit.RedisNode;
import io.camelredlock.testkit.RedisNodes;
import io.camelredlock.testkit.RedisNodesExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A lease that goes from one process to another over real nodes (S-O). */
final class HandoverIT {

    private static final Duration TTL = Duration.ofSeconds(3);

    @RegisterExtension
    static final RedisNodesExtension REDIS = Engines.nodes(3);

    @RegisterExtension
    final Engines engines = new Engines();

    @Test
    void anotherEngineGoesOnWithTheLease(RedisNodes nodes) {
        Redlock giver = engines.connected(nodes, TTL);
        Redlock adopter = engines.connected(nodes, TTL);
        Lease given = giver.acquireAsync(giver.request("orders", "invoices").autoExtend(true))
                .join()
                .orElseThrow();
        Engines.awaitWhole(nodes, given, TTL);

        String handover = given.handover(TTL);
        assertThat(given.release()).isEqualTo(Release.HANDED_OVER);
        Lease adopted = adopter.adopt(handover);

        assertThat(adopted.resources()).containsExactly("invoices", "orders");
        assertThat(adopted.fencingToken("orders")).isGreaterThan(given.fencingToken("orders"));
        assertThat(giver.tryAcquire("orders")).isEmpty();
        assertThatThrownBy(() -> giver.adopt(handover))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("adopted it already");
        assertThat(adopted.extend(TTL)).isPositive();
        assertThat(adopted.release()).isEqualTo(Release.RELEASED);
        Engines.assertGone(nodes, Engines.key("orders"), Engines.key("invoices"));
    }

    @Test
    void aProcessThatIsKilledAfterwardsTakesNothingWithIt(RedisNodes nodes) {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (JvmProcess giver = JvmProcess.of(MemberJvm.class)
                .arguments(nodes.addresses(), Long.toString(TTL.toMillis()))
                .onLine(lines::add)
                .start()) {
            giver.send("hold orders");
            Engines.await().until(() -> lines.contains("holds true"));
            giver.send("handover orders");
            Engines.await().until(() -> lines.stream().anyMatch(line -> line.startsWith("hands over")));
            giver.kill();
            String handover = lines.get(lines.size() - 1).replace("hands over ", "");

            Redlock adopter = engines.connected(nodes, TTL);
            Lease adopted = adopter.adopt(handover, request -> request.autoExtend(true));

            Engines.await().during(TTL.multipliedBy(2)).until(adopted::isValid);
            adopted.release();
        }
    }

    @Test
    void aNodeThatWasDownAtTheAdoptionIsHealed(RedisNodes nodes) {
        Redlock giver = engines.connected(nodes, TTL);
        Redlock adopter = engines.connected(nodes, TTL);
        Lease given = Engines.hold(giver, "orders");
        Engines.awaitWhole(nodes, given, TTL);
        RedisNode late = nodes.get(2);

        late.freeze();
        Lease adopted = adopter.adopt(given.handover(TTL), request -> request.autoExtend(true));
        late.thaw();

        String key = Engines.key("orders");
        Engines.await()
                .until(() -> late.get(key).isPresent()
                        && late.get(key).equals(nodes.get(0).get(key)));
        assertThat(adopted.isValid()).isTrue();
    }
}
