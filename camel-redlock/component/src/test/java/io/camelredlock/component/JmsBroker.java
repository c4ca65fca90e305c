// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;
import org.apache.camel.component.jms.JmsComponent;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real broker inside this process, for the tests of a class. */
final class JmsBroker implements BeforeAllCallback, AfterAllCallback {

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Configuration settings = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0");
        broker.setConfiguration(settings);
        broker.start();
    }

    /** A component whose messages go through it. */
    JmsComponent component() {
        ConnectionFactory connections = new ActiveMQJMSConnectionFactory("vm://0");
        return JmsComponent.jmsComponentAutoAcknowledge(connections);
    }

    /** One that gives back a message whose exchange failed. */
    JmsComponent transacted() {
        JmsComponent component = component();
        component.setTransacted(true);
        component.setLazyCreateTransactionManager(false);
        return component;
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        broker.stop();
    }
}
