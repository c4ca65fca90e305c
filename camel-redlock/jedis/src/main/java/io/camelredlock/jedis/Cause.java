// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Says in an operator's words why a connection failed. */
final class Cause {

    private Cause() {}

    static String of(Throwable failure) {
        if (failure instanceof JedisDataException error) {
            return ErrorReply.of(error).reason();
        }
        if (failure.getCause() instanceof IOException io) {
            return ofTransport(io);
        }
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith("Unknown reply") || message.startsWith("Unexpected character")) {
            return "something other than Redis answers there, or Redis behind TLS: check address and scheme";
        }
        return message.startsWith("Unexpected end of stream") ? "it closed the connection" : message;
    }

    private static String ofTransport(IOException io) {
        String message = String.valueOf(io.getMessage());
        if (io instanceof UnknownHostException) {
            return "the name cannot be resolved";
        }
        if (io instanceof SSLException) {
            return "TLS failed: " + message;
        }
        if (io instanceof SocketTimeoutException) {
            return "no answer in time";
        }
        if (io instanceof ConnectException || io instanceof NoRouteToHostException) {
            return message.strip();
        }
        return "the connection broke: " + message;
    }
}
