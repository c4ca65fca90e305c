// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.nio.charset.StandardCharsets;

/**
 * What is locked: a name in one of two disjoint spaces; and what the members stand in, which is nobody's to lock.
 *
 * <p>Any name that is not blank and takes at most {@value #MAX_BYTES} bytes of UTF-8 is legal. The key that stands for a
 * resource on the nodes is built in one place only, by the node. Immutable.
 *
 * @param space what the name is the name of
 * @param name the name, taken literally
 */
public record Resource(Space space, String name) implements Comparable<Resource> {

    /** The longest legal name, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024;

    /** The key spaces. A lock and a namespace of the same name have nothing to do with each other. */
    public enum Space {
        /** Locks, taken and released by whoever needs them. */
        LOCK,
        /** Namespaces of leader elections. */
        LEADERSHIP,
        /** The set of the members of the cluster, the only one of its kind. */
        MEMBERS
    }

    /** What the members of the cluster stand in. */
    public static final Resource MEMBERS = new Resource(Space.MEMBERS, "members");

    public Resource {
        if (name.isBlank()) {
            throw new IllegalArgumentException("resource must not be blank");
        }
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "resource takes " + bytes + " bytes of UTF-8, the limit is " + MAX_BYTES);
        }
    }

    /** The lock of this name. */
    public static Resource lock(String name) {
        return new Resource(Space.LOCK, name);
    }

    /** The leadership of this namespace. */
    public static Resource leadership(String namespace) {
        return new Resource(Space.LEADERSHIP, namespace);
    }

    @Override
    public int compareTo(Resource other) {
        int bySpace = space.compareTo(other.space);
        return bySpace != 0 ? bySpace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return switch (space) {
            case LOCK -> "'" + name + "'";
            case LEADERSHIP -> "leadership of '" + name + "'";
            case MEMBERS -> name;
        };
    }
}
