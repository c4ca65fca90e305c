// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.time.Duration;
import java.util.List;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Sets {@link JedisOptions} one by one. Not safe for use by several threads. */
public final class JedisOptionsBuilder {

    private List<String> nodes = List.of();
    private List<String> previousNodes = List.of();
    private String username = "";
    private String password = "";
    private int database;
    private String clientName = "";
    private @Nullable SSLSocketFactory sslSocketFactory;
    private @Nullable SSLParameters sslParameters;
    private @Nullable HostnameVerifier hostnameVerifier;
    private WireProtocol protocol = WireProtocol.RESP2;
    private Duration connectTimeout = Duration.ofSeconds(2);
    private boolean proxy;
    private String keyPrefix = "redlock:";
    private String clusterId = "";

    JedisOptionsBuilder() {}

    /** See {@link JedisOptions#nodes()}; an entry may be several, comma separated. */
    public JedisOptionsBuilder nodes(String... value) {
        return nodes(List.of(value));
    }

    /** See {@link JedisOptions#nodes()}; an entry may be several, comma separated. */
    public JedisOptionsBuilder nodes(List<String> value) {
        nodes = List.copyOf(value);
        return this;
    }

    /** See {@link JedisOptions#previousNodes()}; an entry may be several, comma separated. */
    public JedisOptionsBuilder previousNodes(String... value) {
        return previousNodes(List.of(value));
    }

    /** See {@link JedisOptions#previousNodes()}; an entry may be several, comma separated. */
    public JedisOptionsBuilder previousNodes(List<String> value) {
        previousNodes = List.copyOf(value);
        return this;
    }

    /** See {@link JedisOptions#username()}. */
    public JedisOptionsBuilder username(String value) {
        username = value;
        return this;
    }

    /** See {@link JedisOptions#password()}. */
    public JedisOptionsBuilder password(String value) {
        password = value;
        return this;
    }

    /** See {@link JedisOptions#database()}. */
    public JedisOptionsBuilder database(int value) {
        database = value;
        return this;
    }

    /** See {@link JedisOptions#clientName()}. */
    public JedisOptionsBuilder clientName(String value) {
        clientName = value;
        return this;
    }

    /** See {@link JedisOptions#sslSocketFactory()}. */
    public JedisOptionsBuilder sslSocketFactory(@Nullable SSLSocketFactory value) {
        sslSocketFactory = value;
        return this;
    }

    /** See {@link JedisOptions#sslParameters()}. */
    public JedisOptionsBuilder sslParameters(@Nullable SSLParameters value) {
        sslParameters = value;
        return this;
    }

    /** See {@link JedisOptions#hostnameVerifier()}. */
    public JedisOptionsBuilder hostnameVerifier(@Nullable HostnameVerifier value) {
        hostnameVerifier = value;
        return this;
    }

    /** See {@link JedisOptions#protocol()}. */
    public JedisOptionsBuilder protocol(WireProtocol value) {
        protocol = value;
        return this;
    }

    /** See {@link JedisOptions#connectTimeout()}. */
    public JedisOptionsBuilder connectTimeout(Duration value) {
        connectTimeout = value;
        return this;
    }

    /** See {@link JedisOptions#proxy()}. */
    public JedisOptionsBuilder proxy(boolean value) {
        proxy = value;
        return this;
    }

    /** See {@link JedisOptions#keyPrefix()}. */
    public JedisOptionsBuilder keyPrefix(String value) {
        keyPrefix = value;
        return this;
    }

    /** See {@link JedisOptions#clusterId()}. */
    public JedisOptionsBuilder clusterId(String value) {
        clusterId = value;
        return this;
    }

    /**
     * The options, checked.
     *
     * @throws IllegalArgumentException names the option and the rule, and repeats no secret
     */
    public JedisOptions build() {
        return new JedisOptions(
                nodes,
                previousNodes,
                username,
                password,
                database,
                clientName,
                sslSocketFactory,
                sslParameters,
                hostnameVerifier,
                protocol,
                connectTimeout,
                proxy,
                keyPrefix,
                clusterId);
    }
}
