// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Speaks TLS before a Redis server that does not, with a certificate of its own for one host name. */
final class TlsFront implements AutoCloseable {

    private static final String STORE_PASSWORD = "changeit";

    private final SSLContext context;
    private final SSLServerSocket server;
    private final String host;
    private final int port;

    private TlsFront(SSLContext context, String host, int port) throws IOException {
        this.context = context;
        this.host = host;
        this.port = port;
        this.server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        inBackground(this::accept);
    }

    static TlsFront of(String host, int port, String certifiedName, Path folder)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve(certifiedName + ".p12");
        makeCertificate(certifiedName, store);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(store)) {
            keys.load(file, STORE_PASSWORD.toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, STORE_PASSWORD.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return new TlsFront(context, host, port);
    }

    /** For clients that trust the certificate. */
    SSLSocketFactory clients() {
        return context.getSocketFactory();
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private static void makeCertificate(String name, Path store) throws IOException, InterruptedException {
        if (Files.exists(store)) {
            return;
        }
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process making = new ProcessBuilder(List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "front",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD))
                .redirectErrorStream(true)
                .start();
        if (!making.waitFor(30, TimeUnit.SECONDS) || making.exitValue() != 0) {
            throw new IOException("keytool made no certificate");
        }
    }

    private void accept() throws IOException {
        while (!server.isClosed()) {
            Socket client = server.accept();
            Socket redis = new Socket(host, port);
            inBackground(() -> copy(client, redis));
            inBackground(() -> copy(redis, client));
        }
    }

    private static void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        }
    }

    private static void inBackground(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException ended) {
                        // by the other side, or by close
                    }
                },
                "tls-front");
        thread.setDaemon(true);
        thread.start();
    }

    private interface Task {
        void run() throws IOException;
    }
}
