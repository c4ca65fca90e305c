// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import org.apache.camel.CamelException;

/** Somebody else held a lock for as long as the exchange would wait, so that its step was not done. */
public final class LockNotAcquiredException extends CamelException {

    private static final long serialVersionUID = 1L;

    private final List<String> resources;

    LockNotAcquiredException(List<String> resources) {
        super("lock " + resources + " not acquired: somebody else held it all the time. Wait longer (timeout), try the"
                + " exchange again later, or go on without it (failIfNotAcquired=false)");
        this.resources = List.copyOf(resources);
    }

    /** What was asked for. */
    public List<String> resources() {
        return resources;
    }
}
