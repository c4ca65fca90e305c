// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Redlock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A JVM that leads a thousand namespaces: prints {@code all lead}, then its number of threads for each line it reads. */
final class ThousandElections {

    private ThousandElections() {}

    public static void main(String[] arguments) throws IOException {
        Redlock redlock = JedisRedlock.connect(
                Engines.at(arguments[0]).build(),
                Engines.ttl(Duration.ofSeconds(5)).build());
        List<LeaderElection> elections = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            elections.add(redlock.election("namespace-" + i, new ElectionListener() {}));
        }
        elections.forEach(LeaderElection::start);
        Engines.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> elections.stream().allMatch(LeaderElection::isLeader));
        System.out.println("all lead");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (lines.readLine() != null) {
            System.out.println(Thread.activeCount());
        }
    }
}
