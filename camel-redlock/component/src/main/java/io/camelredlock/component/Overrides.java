// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.camel.Message;
import org.apache.camel.util.TimeUtils;
import org.jspecify.annotations.Nullable;

/** The override headers of one call, as they came. */
record Overrides(
        @Nullable Object operation,
        @Nullable Object resource,
        @Nullable Object ttl,
        @Nullable Object timeout,
        @Nullable Object extendBy,
        @Nullable Object handoverTtl) {

    /** Milliseconds, or numbers with their units. */
    private static final Pattern TIME = Pattern.compile("-?\\d+|(?=\\d)(\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?");

    /** Takes all of them out of the message, so that none steers a later step, whatever becomes of this one. */
    static Overrides takeFrom(Message message) {
        return new Overrides(
                message.removeHeader(RedlockConstants.OVERRIDE_OPERATION),
                message.removeHeader(RedlockConstants.OVERRIDE_RESOURCE),
                message.removeHeader(RedlockConstants.OVERRIDE_TTL),
                message.removeHeader(RedlockConstants.OVERRIDE_TIMEOUT),
                message.removeHeader(RedlockConstants.OVERRIDE_EXTEND_BY),
                message.removeHeader(RedlockConstants.OVERRIDE_HANDOVER_TTL));
    }

    RedlockOperation operationOr(RedlockOperation initial) {
        if (operation == null) {
            return initial;
        }
        return Arrays.stream(RedlockOperation.values())
                .filter(known -> known.name().equalsIgnoreCase(operation.toString()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("header " + RedlockConstants.OVERRIDE_OPERATION + ": '"
                        + operation + "' is none of " + Arrays.toString(RedlockOperation.values())));
    }

    /** The duration in the header, else the endpoint's, which is in milliseconds; null if neither is there. */
    static @Nullable Duration duration(String header, @Nullable Object value, @Nullable Long initial) {
        if (value == null) {
            return initial == null ? null : Duration.ofMillis(initial);
        }
        if (value instanceof Duration duration) {
            return duration;
        }
        try {
            return parsed(value.toString());
        } catch (RuntimeException notATime) {
            throw new IllegalArgumentException(
                    "header " + header + ": '" + value + "' is no duration: give milliseconds, or text such as 5s",
                    notATime);
        }
    }

    /** Camel's own reading of {@code PT0.7S} drops what is less than a second, and takes what it cannot read for none at all. */
    private static Duration parsed(String value) {
        String text = value.strip();
        if (text.regionMatches(true, 0, "P", 0, 1)) {
            return Duration.parse(text);
        }
        if (!TIME.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return Duration.ofMillis(TimeUtils.toMilliSeconds(text));
    }
}
