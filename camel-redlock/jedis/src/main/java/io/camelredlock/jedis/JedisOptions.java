// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * How the nodes are reached and what the keys on them are called, checked as a whole. Immutable; start from
 * {@link #builder()}.
 *
 * @param nodes the addresses, {@code host:port}, {@code redis://host:port} or {@code rediss://host:port}; at least one,
 *     each once
 * @param previousNodes the addresses that clients which are not restarted yet have as {@code nodes}, while the list is changed: a
 *     grant then needs a majority of each list, so that neither those with the old list nor those with the new one can hold beside
 *     us. To be left out again, in a second round of restarts, when all clients have both. Empty by default
 * @param username the ACL user, the same on all nodes; empty for the default user
 * @param password the password, the same on all nodes; empty for none
 * @param database the number of the database. Default 0
 * @param clientName what the connections are called on the nodes; empty for nothing
 * @param sslSocketFactory makes TLS sockets for {@code rediss} nodes; by default the JVM's
 * @param sslParameters parameters of TLS; by default the certificate must match the host name
 * @param hostnameVerifier decides on its own, instead of TLS, whether a certificate matches the host name
 * @param protocol the version of the protocol that is spoken. Default {@link WireProtocol#RESP2}
 * @param connectTimeout how long one attempt to connect may take, TLS handshake and authentication included each.
 *     Default 2 s
 * @param proxy whether the addresses are those of proxies such as twemproxy. What is behind one cannot be known: nodes are
 *     spoken to one key at a time, without fencing and notifications, a lease has one resource, and takeover must be classic.
 *     Default false
 * @param keyPrefix stands before the names of locks; may be empty. Default {@code redlock:}
 * @param clusterId what all clients of these nodes must agree on. Default: a hash of the addresses
 */
public record JedisOptions(
        List<String> nodes,
        List<String> previousNodes,
        String username,
        String password,
        int database,
        String clientName,
        @Nullable SSLSocketFactory sslSocketFactory,
        @Nullable SSLParameters sslParameters,
        @Nullable HostnameVerifier hostnameVerifier,
        WireProtocol protocol,
        Duration connectTimeout,
        boolean proxy,
        String keyPrefix,
        String clusterId) {

    private static final Duration LONGEST_CONNECT_TIMEOUT = Duration.ofHours(1);

    public JedisOptions {
        nodes = distinct("nodes", nodes);
        previousNodes = distinct("previousNodes", previousNodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes is empty; give at least one host:port");
        }
        checkPrevious(nodes, previousNodes);
        if (!username.isEmpty() && password.isEmpty()) {
            throw new IllegalArgumentException("username is set without password; set both or neither");
        }
        if (database < 0) {
            throw new IllegalArgumentException("database " + database + " must be 0 or more");
        }
        if (clientName.chars().anyMatch(letter -> letter < '!' || letter > '~')) {
            throw new IllegalArgumentException(
                    "clientName '" + clientName + "' must consist of printable ASCII characters, without spaces");
        }
        if (connectTimeout.toMillis() < 1 || connectTimeout.compareTo(LONGEST_CONNECT_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "connectTimeout " + connectTimeout + " must lie in 1 ms to " + LONGEST_CONNECT_TIMEOUT);
        }
        if (proxy && !(username.isEmpty() && database == 0)) {
            throw new IllegalArgumentException("proxy nodes know neither username nor database; leave both out");
        }
        if (proxy && protocol != WireProtocol.RESP2) {
            throw new IllegalArgumentException("proxy nodes speak RESP2 only; leave protocol out, not " + protocol);
        }
        if (clusterId.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("clusterId must be one line, without control characters");
        }
        clusterId = clusterId.isBlank() ? hash(nodes) : clusterId;
    }

    /** Options to be set one by one. */
    public static JedisOptionsBuilder builder() {
        return new JedisOptionsBuilder();
    }

    /** The addresses of both lists as values, each once, those of {@code nodes} first. */
    List<NodeAddress> addresses() {
        return Stream.of(nodes, previousNodes)
                .flatMap(List::stream)
                .distinct()
                .map(NodeAddress::parse)
                .toList();
    }

    /** What clients which are not restarted yet call the cluster; that is no other name if it was given one. */
    String previousClusterId() {
        return previousNodes.isEmpty() || isNamed() ? clusterId : hash(previousNodes);
    }

    /** Whether the cluster was given a name that does not follow from its nodes. */
    boolean isNamed() {
        return !clusterId.equals(hash(nodes));
    }

    /** The addresses as {@code host:port}, sorted. */
    static List<String> names(List<String> nodes) {
        return nodes.stream()
                .map(node -> NodeAddress.parse(node).toString())
                .sorted()
                .toList();
    }

    private static List<String> distinct(String option, List<String> nodes) {
        List<NodeAddress> addresses = nodes.stream()
                .flatMap(entry -> Arrays.stream(entry.split(",", -1)))
                .map(NodeAddress::parse)
                .toList();
        Set<String> seen = new HashSet<>();
        for (NodeAddress address : addresses) {
            if (!seen.add(address.toString())) {
                throw new IllegalArgumentException(option + " contains " + address + " twice; each node votes once");
            }
        }
        return addresses.stream().map(NodeAddress::uri).toList();
    }

    private static void checkPrevious(List<String> nodes, List<String> previousNodes) {
        if (Set.copyOf(nodes).equals(Set.copyOf(previousNodes))) {
            throw new IllegalArgumentException("previousNodes is the same list as nodes; leave it out");
        }
        for (String node : previousNodes) {
            String other = NodeAddress.parse(node).otherwise().uri();
            if (nodes.contains(other)) {
                throw new IllegalArgumentException("previousNodes contains " + node + ", nodes contains " + other
                        + "; say the same of TLS in both");
            }
        }
    }

    private static String hash(List<String> nodes) {
        String sorted = String.join(",", names(nodes));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(sorted.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Everything but secrets. */
    @Override
    public String toString() {
        return "JedisOptions[nodes=" + nodes + ", previousNodes=" + previousNodes + ", username=" + username
                + ", password="
                + (password.isEmpty() ? "none" : "hidden") + ", database=" + database + ", clientName=" + clientName
                + ", protocol=" + protocol + ", connectTimeout=" + connectTimeout + ", proxy=" + proxy + ", keyPrefix="
                + keyPrefix
                + ", clusterId=" + clusterId + "]";
    }
}
