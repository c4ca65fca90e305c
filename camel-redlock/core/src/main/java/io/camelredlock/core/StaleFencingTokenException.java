// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

/** A resource refused a holder because a newer one has been there: the work must end, its lease is over. */
public final class StaleFencingTokenException extends RedlockException {

    private static final long serialVersionUID = 1L;

    private final long fencingToken;

    /**
     * To be thrown by what checks fencing tokens.
     *
     * @param resource what refused, for people
     * @param fencingToken the token that came
     */
    public StaleFencingTokenException(String resource, long fencingToken) {
        super(resource + " refuses fencing token " + fencingToken + ": it has seen a newer holder");
        this.fencingToken = fencingToken;
    }

    /** The token that was refused. */
    public long fencingToken() {
        return fencingToken;
    }
}
