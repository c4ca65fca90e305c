// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.jedis;

import io.camelredlock.core.PublicApi;
import org.junit.jupiter.api.Test;

final class PublicApiTest {

    @Test
    void onlyListedTypesArePublic() {
        new PublicApi(PublicApiTest.class).isAsListed();
    }
}
