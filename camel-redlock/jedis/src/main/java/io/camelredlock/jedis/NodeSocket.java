// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * The socket of one connection. Jedis' own factory is not used for three reasons: a connection that is being made cannot be
 * ended from outside, the time-out does not cover every TLS handshake, and before version 8 a certificate is accepted for
 * any host.
 */
final class NodeSocket implements JedisSocketFactory {

    private final NodeAddress address;
    private final JedisOptions options;
    private volatile @Nullable ChannelSocket plain;
    private volatile boolean isAbandoned;

    NodeSocket(NodeAddress address, JedisOptions options) {
        this.address = address;
        this.options = options;
    }

    /** Connects to the first address of the host that answers; the name is looked up anew. */
    @Override
    public Socket createSocket() {
        JedisConnectionException failure = new JedisConnectionException("the name has no address");
        for (InetAddress host : lookUp()) {
            try {
                Socket connected = connect(new InetSocketAddress(host, address.port()));
                return address.tls() ? handshake(connected) : connected;
            } catch (IOException unreachable) {
                close();
                failure = new JedisConnectionException(unreachable);
            }
        }
        throw failure;
    }

    /** Ends the connection at once, from any thread, also while it is being made. */
    void abandon() {
        isAbandoned = true;
        close();
    }

    /** Sleeps until something comes in (true), somebody wakes it, or the time is over. */
    boolean sleep(long nanos) {
        try {
            return connected().sleep(nanos);
        } catch (IOException broken) {
            throw new JedisConnectionException(broken);
        }
    }

    /** Ends the present sleep, or the next one. From any thread. */
    void wake() {
        ChannelSocket present = plain;
        if (present != null) {
            present.wake();
        }
    }

    /**
     * Whether what came in unasked is the node hanging up. Under TLS it is not known, since messages of TLS come in unasked, too.
     */
    boolean isHungUp() {
        try {
            return !address.tls() && connected().readNow(ByteBuffer.allocate(1)) != 0;
        } catch (IOException broken) {
            return true;
        }
    }

    private ChannelSocket connected() throws IOException {
        ChannelSocket present = plain;
        if (present == null) {
            throw new IOException("not connected");
        }
        return present;
    }

    private InetAddress[] lookUp() {
        try {
            return InetAddress.getAllByName(address.host());
        } catch (UnknownHostException unknown) {
            throw new JedisConnectionException(unknown);
        }
    }

    private Socket connect(InetSocketAddress target) throws IOException {
        ChannelSocket socket = new ChannelSocket();
        plain = socket;
        if (isAbandoned) {
            throw new IOException("closed");
        }
        socket.connect(target, (int) options.connectTimeout().toMillis());
        return socket;
    }

    private Socket handshake(Socket connected) throws IOException {
        SSLSocketFactory factory = options.sslSocketFactory() != null
                ? options.sslSocketFactory()
                : (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket secure = (SSLSocket) factory.createSocket(connected, address.host(), address.port(), true);
        secure.setSSLParameters(parameters());
        try {
            secure.startHandshake();
        } catch (SocketTimeoutException silent) {
            throw new SSLException("no answer to its handshake in time; is TLS spoken there?", silent);
        }
        if (options.hostnameVerifier() != null
                && !options.hostnameVerifier().verify(address.host(), secure.getSession())) {
            throw new SSLException("the certificate is not for " + address.host());
        }
        return secure;
    }

    private SSLParameters parameters() {
        if (options.sslParameters() != null) {
            return options.sslParameters();
        }
        SSLParameters parameters = new SSLParameters();
        if (options.hostnameVerifier() == null) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return parameters;
    }

    private void close() {
        ChannelSocket present = plain;
        if (present == null) {
            return;
        }
        try {
            present.close();
        } catch (IOException ignored) {
            // it is gone either way
        }
    }
}
