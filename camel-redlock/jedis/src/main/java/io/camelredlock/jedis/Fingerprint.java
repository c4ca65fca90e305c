// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What all clients of a cluster must agree on (S-N3). It is kept on every node and compared in every script that grants.
 *
 * @param clusterId names the list of nodes
 * @param scheme version of keys and scripts
 * @param maxTtlMillis the longest ttl in use
 * @param driftFactor the allowance for clock rates
 */
record Fingerprint(String clusterId, int scheme, long maxTtlMillis, double driftFactor) {

    /** The version of keys and scripts that this code speaks. */
    static final int SCHEME = 1;

    private static final Pattern TEXT =
            Pattern.compile("(.*)\\|(\\d{1,9})\\|(\\d{1,18})\\|([0-9.E-]{1,30})", Pattern.DOTALL);

    static Optional<Fingerprint> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Fingerprint(
                    parts.group(1),
                    Integer.parseInt(parts.group(2)),
                    Long.parseLong(parts.group(3)),
                    Double.parseDouble(parts.group(4))));
        } catch (NumberFormatException garbage) {
            return Optional.empty();
        }
    }

    /** As it is kept on the nodes. */
    String text() {
        return clusterId + "|" + scheme + "|" + maxTtlMillis + "|" + driftFactor;
    }

    /** In words, what a node that keeps {@code theirs} does not agree on. */
    String differencesTo(String theirs) {
        return parse(theirs)
                .map(other -> "this node serves a cluster with " + String.join(", ", differences(other))
                        + "; all its clients must agree, and what it keeps expires when nobody uses it for 3 maxTtl"
                        + (clusterId.equals(other.clusterId)
                                ? ""
                                : "; to change the nodes of a running cluster set previousNodes")
                        + (maxTtlMillis == other.maxTtlMillis ? "" : "; to change its maxTtl set previousMaxTtl"))
                .orElse("this node keeps a configuration that this version cannot read");
    }

    private List<String> differences(Fingerprint other) {
        List<String> differences = new ArrayList<>();
        if (!clusterId.equals(other.clusterId)) {
            differences.add("clusterId '" + other.clusterId + "' (here '" + clusterId + "')");
        }
        if (maxTtlMillis != other.maxTtlMillis) {
            differences.add("maxTtl " + other.maxTtlMillis + " ms (here " + maxTtlMillis + " ms)");
        }
        if (driftFactor != other.driftFactor) {
            differences.add("driftFactor " + other.driftFactor + " (here " + driftFactor + ")");
        }
        if (scheme != other.scheme) {
            differences.add("scheme version " + other.scheme + " (here " + scheme + ")");
        }
        return differences;
    }
}
