// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.camel.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * What is to be locked, from the forms in which users say it. The one place where a name is taken out of a URI; any other
 * name is taken literally.
 */
final class ResourceNames {

    private ResourceNames() {}

    /** The resource of an endpoint's URI, whose {@code %xx} stand for bytes of UTF-8. */
    static String ofUri(String uri) {
        String path = StringHelper.before(StringHelper.after(uri, ":", uri), "?", StringHelper.after(uri, ":", uri));
        return decoded(path.startsWith("//") ? path.substring(2) : path);
    }

    /** Other than a form's, a plus is a plus. */
    private static String decoded(String path) {
        return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The names in a value: each of a collection or array literally, a text split by the separator if there is one. */
    static List<String> of(@Nullable Object value, @Nullable String separator) {
        if (value instanceof Collection<?> several) {
            return checked(several.stream().map(String::valueOf).toList());
        }
        if (value instanceof Object[] several) {
            return checked(Arrays.stream(several).map(String::valueOf).toList());
        }
        return checked(split(value == null ? "" : value.toString(), separator));
    }

    private static List<String> split(String text, @Nullable String separator) {
        if (separator == null || separator.isEmpty()) {
            return List.of(text);
        }
        return List.of(text.split(Pattern.quote(separator), -1));
    }

    private static List<String> checked(List<String> said) {
        // most are one, and this is done for every exchange
        List<String> names =
                said.size() == 1 ? said : said.stream().sorted().distinct().toList();
        if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "resource must not be blank: " + names + " has " + (names.isEmpty() ? "no name" : "a blank name"));
        }
        return names;
    }
}
