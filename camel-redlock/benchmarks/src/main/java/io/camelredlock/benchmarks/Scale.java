// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.benchmarks;

import java.util.Arrays;

/** How long a benchmark runs. {@code quick} as an argument gives figures within a minute, to see that all works. */
record Scale(boolean isQuick) {

    static Scale of(String[] arguments) {
        return new Scale(Arrays.asList(arguments).contains("quick"));
    }
}
