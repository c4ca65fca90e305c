// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.spi.annotations.DevConsole;
import org.apache.camel.support.console.AbstractDevConsole;
import org.apache.camel.util.json.JsonObject;

/**
 * Shows the cluster services of a context: who leads what, and what is known of the nodes. Looks only; takes part in no election.
 * Safe for use by several threads.
 */
@DevConsole(
        name = "redlock",
        displayName = "Redlock",
        description = "Leaderships and nodes of Redlock cluster services")
public final class RedlockDevConsole extends AbstractDevConsole {

    /** Made by Camel. */
    public RedlockDevConsole() {
        super("camel", "redlock", "Redlock", "Leaderships and nodes of Redlock cluster services");
    }

    @Override
    protected String doCallText(Map<String, Object> options) {
        String text = reports().stream().map(ServiceReport::toString).collect(Collectors.joining());
        return text.isEmpty() ? "No Redlock cluster service\n" : text;
    }

    @Override
    protected Map<String, Object> doCallJson(Map<String, Object> options) {
        JsonObject root = new JsonObject();
        root.put("services", reports().stream().map(ServiceReport::asMap).toList());
        return root;
    }

    private List<ServiceReport> reports() {
        return getCamelContext().hasServices(RedlockClusterService.class).stream()
                .map(RedlockClusterService::report)
                .toList();
    }
}
