// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.List;

/** The fencing tokens of a lease, one for each of its resources; none if the engine runs without fencing. */
record FencingTokens(List<String> resources, List<Long> tokens) {

    long only() {
        if (resources.size() > 1) {
            throw new IllegalStateException(
                    "the lease holds " + resources + ": say of which one you want the fencing token");
        }
        return at(0);
    }

    long of(String resource) {
        int index = resources.indexOf(resource);
        if (index < 0) {
            throw new IllegalArgumentException("the lease holds " + resources + ", not '" + resource + "'");
        }
        return at(index);
    }

    private long at(int index) {
        if (tokens.isEmpty()) {
            throw new IllegalStateException("the engine runs without fencing (option fencing)");
        }
        return tokens.get(index);
    }
}
