// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Lease;
import io.camelredlock.core.Redlock;
import io.camelredlock.core.StaleFencingTokenException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that writes under a lease. Arguments: the addresses, the ttl in milliseconds, the URL of a database, a file. It writes
 * to both for each line it reads, having looked at its lease only once, before the first.
 */
final class WriterJvm {

    private WriterJvm() {}

    public static void main(String[] arguments) throws Exception {
        Duration ttl = Duration.ofMillis(Long.parseLong(arguments[1]));
        try (Redlock redlock = JedisRedlock.connect(
                        Engines.at(arguments[0]).build(), Engines.ttl(ttl).build());
                FencedRow row = new FencedRow(arguments[2])) {
            FencedFile file = new FencedFile(Path.of(arguments[3]));
            Lease lease = redlock.acquire(redlock.request("report")).orElseThrow();
            System.out.println("holds " + lease.isValid());
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                String line = text;
                System.out.println("row " + outcome(() -> row.write(line, lease.fencingToken())) + ", file "
                        + outcome(() -> file.write(line, lease.fencingToken())));
            }
        }
    }

    /** Something that is written. */
    private interface Write {
        void run() throws Exception;
    }

    private static String outcome(Write write) throws Exception {
        try {
            write.run();
            return "written";
        } catch (StaleFencingTokenException stale) {
            return "refused";
        }
    }
}
