// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.Answer;
import io.camelredlock.core.Verb;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What an error reply of a node means, in words an operator can act on.
 *
 * @param concerns what is to be doubted after it
 * @param isIneligible whether such a node must not vote, rather than merely did not
 * @param reason the words; never a credential or a token
 */
record ErrorReply(Concern concerns, boolean isIneligible, String reason) {

    /** How far the trouble reaches. */
    enum Concern {
        /** This call alone. */
        CALL,
        /** Every call for the time being. */
        NODE,
        /** What the node is: it has to be inspected again. */
        ROLE,
        /** The connection: it is of no use. */
        CONNECTION
    }

    private static final int LONGEST_QUOTE = 200;

    /** The codes that are told apart. In scripts, Redis 6.2 puts them behind words of its own. */
    private static final Pattern CODE =
            Pattern.compile("\\b(READONLY|MASTERDOWN|LOADING|MOVED|ASK|CLUSTERDOWN|CROSSSLOT|OOM"
                    + "|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM|DENIED|BUSY|WRONGTYPE|NOSCRIPT)\\b");

    private static final String NO_PERMISSION = "no permission: ";
    private static final String NO_CLUSTER =
            "cluster mode is not supported: list independent masters, none of them a member of a Redis Cluster";

    /** All that an ACL user needs to be allowed, besides the keys and channels. */
    static final String PERMISSIONS = "+auth +client|setname +eval +evalsha +info +ping +script|load +select +subscribe"
            + " +unsubscribe +time +get +set +del +pttl +pexpire +hset +hmget +hdel +zadd +zrem +zrange"
            + " +zremrangebyscore +publish";

    private static final String PERMISSIONS_HINT =
            ". The ACL user needs " + PERMISSIONS + ", and the keys and channels of keyPrefix and its helpers";

    static ErrorReply of(JedisDataException error) {
        return of(String.valueOf(error.getMessage()));
    }

    static ErrorReply of(String message) {
        Matcher code = CODE.matcher(message);
        if (!code.find()) {
            return withoutCode(message);
        }
        return switch (code.group()) {
            case "READONLY" -> role("it is a replica (READONLY): only masters vote");
            case "MASTERDOWN" -> role("it is a replica that has lost its master (MASTERDOWN): only masters vote");
            case "LOADING" -> role("it is loading its data (LOADING)");
            case "MOVED", "ASK", "CLUSTERDOWN", "CROSSSLOT" -> role(NO_CLUSTER);
            case "OOM" -> node("it is out of memory and refuses writes (OOM): raise its maxmemory");
            case "MISCONF" -> node("it refuses writes because it cannot save its data (MISCONF): see its log");
            case "NOREPLICAS" ->
                node("it refuses writes for lack of replicas (NOREPLICAS): see its min-replicas-to-write");
            case "BUSY" -> node("it is busy with a script (BUSY)");
            case "NOAUTH" ->
                connection("authentication required (NOAUTH): set password, and username if it has ACL users");
            case "WRONGPASS" -> connection("authentication failed (WRONGPASS): check username and password");
            case "DENIED" -> connection("it accepts no connections from other hosts (DENIED, protected mode)");
            case "NOPERM" -> node(NO_PERMISSION + quote(message) + PERMISSIONS_HINT);
            case "WRONGTYPE" -> new ErrorReply(Concern.CALL, false, "a key is of a foreign type (WRONGTYPE)");
            default -> new ErrorReply(Concern.CALL, false, quote(message));
        };
    }

    /** When the node itself has no error, but a script found it unfit: for one resource, or at all. */
    static ErrorReply ofScript(Answer refusal) {
        boolean isOneCounter = refusal.reason().startsWith(ScriptCalls.COUNTER_REASON);
        return new ErrorReply(isOneCounter ? Concern.CALL : Concern.NODE, true, refusal.reason());
    }

    /** When a node said behind a batch that it is something else by now. */
    static ErrorReply ofRole(String refusal) {
        return role(refusal);
    }

    boolean isPermissionMissing() {
        return reason.startsWith(NO_PERMISSION);
    }

    /** The answer to the call that met it. */
    Answer answer() {
        return isIneligible ? Answer.ineligible(reason) : Answer.failed(reason);
    }

    /** The same, but what the node does not do for the members, it may do for a lease. */
    ErrorReply met(Verb verb) {
        return verb == Verb.STAND && concerns == Concern.NODE
                ? new ErrorReply(Concern.CALL, isIneligible, "it does not tell the members: " + reason)
                : this;
    }

    /** The same, with the keys it may be about. */
    ErrorReply among(List<String> keys) {
        return new ErrorReply(concerns, isIneligible, reason + "; one of " + String.join(", ", keys));
    }

    private static ErrorReply withoutCode(String message) {
        if (message.contains("max number of clients")) {
            return connection("it refuses connections: its limit is reached (maxclients)");
        }
        if (message.contains("The user executing the script")) {
            return node(NO_PERMISSION + quote(message) + PERMISSIONS_HINT);
        }
        if (message.startsWith("NOPROTO") || message.contains("HELLO")) {
            return connection("it does not speak RESP3: leave protocol at RESP2");
        }
        if (message.contains("AUTH")) {
            return connection(
                    "authentication failed: it has no password, or not for this user; check username and password");
        }
        return node("error reply: " + quote(message));
    }

    /** The server's words, without the arguments that some repeat: they may be secrets. */
    private static String quote(String message) {
        int arguments = message.indexOf(", with args beginning");
        String words = (arguments < 0 ? message : message.substring(0, arguments)).replaceAll("\\p{Cntrl}", " ");
        return words.length() <= LONGEST_QUOTE ? words.strip() : words.substring(0, LONGEST_QUOTE) + "…";
    }

    private static ErrorReply role(String reason) {
        return new ErrorReply(Concern.ROLE, true, reason);
    }

    private static ErrorReply node(String reason) {
        return new ErrorReply(Concern.NODE, false, reason);
    }

    private static ErrorReply connection(String reason) {
        return new ErrorReply(Concern.CONNECTION, false, reason);
    }
}
