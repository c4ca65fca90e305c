// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

import java.util.ArrayList;
import java.util.List;

/** How one redis-server is started: its password (empty for none) and further arguments, which win over the defaults. */
record ServerSettings(String password, List<String> arguments) {

    ServerSettings {
        arguments = List.copyOf(arguments);
    }

    /** The arguments after those that place the server, for a server that writes nothing to disk unless told otherwise. */
    List<String> commandLine() {
        List<String> line = new ArrayList<>(List.of("--save", "", "--appendonly", "no"));
        if (!password.isEmpty()) {
            line.addAll(List.of("--requirepass", password));
        }
        line.addAll(arguments);
        return line;
    }

    @Override
    public String toString() {
        return "ServerSettings" + arguments; // never the password
    }
}
