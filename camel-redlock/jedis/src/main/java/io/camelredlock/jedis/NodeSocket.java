// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
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
    private volatile @Nullable SocketChannel channel;
    private volatile boolean isClosed;

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
        isClosed = true;
        close();
    }

    /**
     * Whether the node has hung up, as far as that is known here; asks nobody and takes about a microsecond. Only for a moment
     * at which no reply is due. Under TLS it is never known, since what has arrived cannot be told from a message of TLS.
     */
    boolean isHungUp() {
        SocketChannel present = channel;
        if (present == null || address.tls()) {
            return false;
        }
        try {
            present.configureBlocking(false);
            boolean hasNothing = present.read(ByteBuffer.allocate(1)) == 0;
            present.configureBlocking(true);
            return !hasNothing;
        } catch (IOException broken) {
            return true;
        }
    }

    private InetAddress[] lookUp() {
        try {
            return InetAddress.getAllByName(address.host());
        } catch (UnknownHostException unknown) {
            throw new JedisConnectionException(unknown);
        }
    }

    private Socket connect(InetSocketAddress target) throws IOException {
        SocketChannel fresh = SocketChannel.open();
        channel = fresh;
        if (isClosed) {
            throw new IOException("closed");
        }
        Socket socket = fresh.socket();
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        int timeoutMillis = (int) options.connectTimeout().toMillis();
        socket.connect(target, timeoutMillis);
        socket.setSoTimeout(timeoutMillis);
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
        SocketChannel present = channel;
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
