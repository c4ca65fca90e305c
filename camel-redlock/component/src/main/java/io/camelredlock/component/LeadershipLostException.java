// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelException;

/** An exchange began on a member that does not lead its namespace (any more), and was refused. */
public final class LeadershipLostException extends CamelException {

    private static final long serialVersionUID = 1L;

    private final String namespace;

    LeadershipLostException(String namespace, String routeId) {
        super("exchange refused: this member does not lead namespace '" + namespace + "', under which route '" + routeId
                + "' works");
        this.namespace = namespace;
    }

    /** The namespace that is not led. */
    public String namespace() {
        return namespace;
    }
}
