// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import org.apache.camel.CamelException;

/** An exchange was to extend or release a lock that it does not hold. Whoever holds it was left alone. */
public final class LockNotHeldException extends CamelException {

    private static final long serialVersionUID = 1L;

    private final List<String> resources;

    LockNotHeldException(List<String> resources, boolean copy) {
        super("this exchange does not hold lock " + resources
                + (copy ? ": it is a copy of the exchange that does, which alone may extend and release it" : ""));
        this.resources = List.copyOf(resources);
    }

    /** What was named. */
    public List<String> resources() {
        return resources;
    }
}
