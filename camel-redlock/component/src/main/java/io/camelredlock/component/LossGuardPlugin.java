// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;

/**
 * Has every route watched for the loss of the lock under which an exchange runs, the routes made before the first redlock
 * endpoint as well. Found by Camel itself; stateless.
 */
public final class LossGuardPlugin implements ContextServicePlugin {

    @Override
    public void load(CamelContext camelContext) {
        LossGuard.addTo(camelContext);
    }
}
