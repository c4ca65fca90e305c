// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import org.junit.jupiter.api.Test;

final class PublicApiTest {

    @Test
    void onlyListedTypesArePublic() {
        new PublicApi(PublicApiTest.class).isAsListed();
    }
}
