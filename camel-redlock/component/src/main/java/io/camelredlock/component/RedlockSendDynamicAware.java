// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.spi.annotations.SendDynamic;
import org.apache.camel.support.EndpointHelper;
import org.apache.camel.support.component.SendDynamicAwareSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets all keys of a dynamic {@code toD("redlock:order-${header.id}?…")} share one endpoint. What the route wrote behind the
 * first question mark outside of an expression are the options; everything before is the key, whatever it evaluates to, and
 * is never parsed.
 */
@SendDynamic("redlock")
public class RedlockSendDynamicAware extends SendDynamicAwareSupport {

    private static final String SHARED = "toD";

    private volatile @Nullable Written written;

    /** Options are known by where they are written, so Camel need not learn their names; on 4.14 it could not from this jar. */
    @Override
    protected void doInit() {}

    @Override
    public boolean isLenientProperties() {
        return false;
    }

    @Override
    public DynamicAwareEntry prepare(Exchange exchange, String uri, String originalUri) {
        String options = written(originalUri).options(exchange);
        int begin = getScheme().length() + 1 + (originalUri.startsWith(getScheme() + "://") ? 2 : 0);
        if (!uri.endsWith(options) || uri.length() < begin + options.length()) {
            throw new IllegalArgumentException(
                    "cannot tell the key from the options in " + uri + ", evaluated from " + originalUri);
        }
        return new Split(uri, originalUri, uri.substring(begin, uri.length() - options.length()), options);
    }

    @Override
    public String resolveStaticUri(Exchange exchange, DynamicAwareEntry entry) {
        return getScheme() + ":" + SHARED + ((Split) entry).options;
    }

    @Override
    public Processor createPreProcessor(Exchange exchange, DynamicAwareEntry entry) {
        String key = ((Split) entry).key;
        return sent -> sent.getMessage().setHeader(RedlockConstants.OVERRIDE_RESOURCE, key);
    }

    @Override
    public @Nullable Processor createPostProcessor(Exchange exchange, DynamicAwareEntry entry) {
        return null;
    }

    /** One of these serves one step of a route, whose text stays the same. */
    private Written written(String originalUri) {
        Written known = written;
        if (known == null || !known.uri.equals(originalUri)) {
            known = Written.of(
                    originalUri, EndpointHelper.resolveEndpointUriPropertyPlaceholders(getCamelContext(), originalUri));
            written = known;
        }
        return known;
    }

    /** The step as it is written, and its options with the question mark. */
    private record Written(String uri, String options, boolean dynamic) {

        static Written of(String uri, String resolved) {
            int depth = 0;
            for (int at = 0; at < resolved.length(); at++) {
                char c = resolved.charAt(at);
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                if (c == '?' && depth == 0) {
                    String options = resolved.substring(at);
                    return new Written(uri, options, options.contains("${") || options.contains("$simple{"));
                }
            }
            return new Written(uri, "", false);
        }

        String options(Exchange exchange) {
            return dynamic
                    ? exchange.getContext()
                            .resolveLanguage("simple")
                            .createExpression(options)
                            .evaluate(exchange, String.class)
                    : options;
        }
    }

    private static final class Split extends DynamicAwareEntry {

        private final String key;
        private final String options;

        Split(String uri, String originalUri, String key, String options) {
            super(uri, originalUri, null, null);
            this.key = key;
            this.options = options;
        }
    }
}
