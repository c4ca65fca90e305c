// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.cluster.CamelClusterEventListener;

/** What happened, by whom, in order; written by the routes under test. Safe for use by several threads. */
final class Journal {

    private final List<String> entries = new CopyOnWriteArrayList<>();

    void write(String entry) {
        entries.add(entry);
    }

    List<String> entries() {
        return List.copyOf(entries);
    }

    long count(String entry) {
        return entries.stream().filter(entry::equals).count();
    }

    boolean has(String entry) {
        return entries.contains(entry);
    }

    void clear() {
        entries.clear();
    }

    /** A step that writes that it was done. */
    Processor step(String entry) {
        return exchange -> write(entry);
    }

    /** A step that writes when it begins and when it ends, which is when the latch lets it. */
    Processor workUntil(CountDownLatch latch, String who) {
        return exchange -> {
            write(who + " begins");
            boolean let = latch.await(30, TimeUnit.SECONDS);
            write(who + (let ? " ends" : " waited in vain"));
        };
    }

    /** A listener that writes {@code leads} or {@code follows}. */
    CamelClusterEventListener.Leadership leadership() {
        return (view, leader) -> write(view.getLocalMember().isLeader() ? "leads" : "follows");
    }

    /** A step that writes the value of an exchange property. */
    Processor property(String name) {
        return (Exchange exchange) -> write(String.valueOf(exchange.getProperty(name)));
    }
}
