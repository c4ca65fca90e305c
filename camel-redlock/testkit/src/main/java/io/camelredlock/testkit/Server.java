// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.testkit;

/** One redis-server as its backend sees it. A backend that cannot do something throws {@link NotPossibleHereException}. */
interface Server extends AutoCloseable {

    String host();

    int port();

    long pid();

    /** Whether the server's process is there, frozen or not. */
    boolean isRunning();

    void freeze();

    void thaw();

    /** Ends the server without a farewell and returns when it is gone. */
    void kill();

    /** Starts a killed server again on its port, with what it had written to disk. */
    void restart();

    /** Starts a killed server again on its port, without anything it had written to disk. */
    void restartEmpty();

    /** What the server logged since its last start. */
    String log();

    /** Ends the server for good and removes its files. */
    @Override
    void close();
}
