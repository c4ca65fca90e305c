// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.examples.failover;

final class Member {
    private Member() {}
}
