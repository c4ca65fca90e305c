// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.ElectionListener;
import io.camelredlock.core.LeaderElection;
import io.camelredlock.core.Lease;
import io.camelredlock.core.Loss;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.RedlockException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A member in a JVM of its own. Arguments: the addresses, the ttl in milliseconds, and, if any, the password. It does what it
 * reads, a line at a time, and prints what came of it: {@code lead NAMESPACE}, {@code hold RESOURCE}, {@code ask},
 * {@code try RESOURCE}, {@code handover RESOURCE}, {@code adopt STRING}, {@code conditions}; {@code end} leaves the main method without closing anything.
 */
final class MemberJvm implements ElectionListener {

    private final Redlock redlock;
    private final Map<String, Lease> leases = new HashMap<>();
    private final Map<String, LeaderElection> elections = new HashMap<>();

    private MemberJvm(Redlock redlock) {
        this.redlock = redlock;
    }

    public static void main(String[] arguments) throws IOException {
        JedisOptionsBuilder nodes = Engines.at(arguments[0]);
        if (arguments.length > 2) {
            nodes.username("default").password(arguments[2]);
        }
        Duration ttl = Duration.ofMillis(Long.parseLong(arguments[1]));
        JedisOptions options = nodes.build();
        MemberJvm member =
                new MemberJvm(JedisRedlock.connect(options, Engines.ttl(ttl).build()));
        Runtime.getRuntime().addShutdownHook(new Thread(member.redlock::close));
        print("started with " + options);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null && !line.equals("end"); line = lines.readLine()) {
            String[] words = line.split(" ");
            print(member.answer(words[0], words.length > 1 ? words[1] : ""));
        }
    }

    private String answer(String verb, String name) {
        try {
            return switch (verb) {
                case "lead" -> lead(name);
                case "hold" -> "holds " + held(name);
                case "handover" -> "hands over " + given(name);
                case "adopt" -> "adopted " + adopted(name);
                case "ask" -> "leads " + leads() + ", valid " + valid();
                case "try" -> "tried " + redlock.tryAcquire(name).map(Lease::release);
                case "conditions" -> "conditions " + redlock.nodeConditions();
                default -> throw new IllegalArgumentException(verb);
            };
        } catch (RedlockException failed) {
            return "failed " + failed;
        }
    }

    private String lead(String namespace) {
        LeaderElection election = redlock.election(namespace, this);
        elections.put(namespace, election);
        election.start();
        return "competes";
    }

    private boolean held(String resource) {
        Optional<Lease> lease =
                redlock.acquireAsync(redlock.request(resource).autoExtend(true)).join();
        lease.ifPresent(mine -> leases.put(resource, mine));
        return lease.isPresent();
    }

    private String given(String resource) {
        return Objects.requireNonNull(leases.remove(resource), resource)
                .handover(redlock.options().ttl());
    }

    private String adopted(String handover) {
        Lease lease = redlock.adopt(handover, request -> request.autoExtend(true));
        leases.put(lease.resources().get(0), lease);
        return lease.resources() + " with " + lease.fencingToken();
    }

    private boolean leads() {
        return elections.values().stream().anyMatch(LeaderElection::isLeader);
    }

    private boolean valid() {
        return leases.values().stream().anyMatch(Lease::isValid);
    }

    @Override
    public void gained(LeaderElection election) {
        print("gained");
    }

    @Override
    public void lost(LeaderElection election, Loss loss) {
        print("lost");
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
