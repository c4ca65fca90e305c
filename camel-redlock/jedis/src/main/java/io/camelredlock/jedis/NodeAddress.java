// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node listens.
 *
 * @param host name or address, in lower case, without brackets
 * @param port 1 to 65535
 * @param tls whether TLS is spoken there
 */
record NodeAddress(String host, int port, boolean tls) {

    private static final Pattern FORM =
            Pattern.compile("(?:(rediss?)://)?(\\[[0-9a-f:.%]+]|[^\\[\\]:/?#\\s]+):(\\d{1,5})/?");

    /**
     * Reads {@code host:port}, {@code redis://host:port} or {@code rediss://host:port}.
     *
     * @throws IllegalArgumentException for anything else; the message repeats no credentials
     */
    static NodeAddress parse(String text) {
        String address = text.strip().toLowerCase(Locale.ROOT);
        if (address.isEmpty()) {
            throw new IllegalArgumentException("nodes contains a blank address; write host:port, comma separated");
        }
        if (address.contains("@")) {
            throw new IllegalArgumentException(
                    "nodes contains credentials; set the options username and password instead");
        }
        Matcher form = FORM.matcher(address);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "nodes: '" + address
                            + "' must be host:port, redis://host:port or rediss://host:port (a database is an option of its own)");
        }
        int port = Integer.parseInt(form.group(3));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("nodes: port " + port + " in '" + address + "' must lie in 1 to 65535");
        }
        return new NodeAddress(form.group(2).replaceAll("[\\[\\]]", ""), port, "rediss".equals(form.group(1)));
    }

    /** The same place, if the other is spoken there: TLS or none. */
    NodeAddress otherwise() {
        return new NodeAddress(host, port, !tls);
    }

    /** As it can be given again as an option. */
    String uri() {
        return tls ? "rediss://" + this : toString();
    }

    /** {@code host:port}. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
