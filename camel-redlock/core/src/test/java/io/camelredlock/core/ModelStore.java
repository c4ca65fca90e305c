// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a {@link ModelServer}: what a restart, a flush or an old snapshot changes. */
final class ModelStore {

    /** A string with an expiry: the token that owns a resource. */
    record Own(String token, long endMillis) {}

    /** The hash beside it. Numbers that are not there are 0, as no counter and no time is. */
    record Meta(long counter, String member, long endMillis, long vanishedMillis) {

        static final Meta NONE = new Meta(0, "", 0, 0);
    }

    private final Map<Resource, Own> owns = new HashMap<>();
    private final Map<Resource, Meta> metas = new HashMap<>();
    private final Map<Resource, String> forced = new HashMap<>();
    private final Map<String, Long> members = new HashMap<>();
    private String marker = "";

    ModelStore copy() {
        ModelStore copy = new ModelStore();
        copy.owns.putAll(owns);
        copy.metas.putAll(metas);
        copy.forced.putAll(forced);
        copy.members.putAll(members);
        copy.marker = marker;
        return copy;
    }

    /** As Redis does it: a key lives through the millisecond of its expiry. */
    @Nullable
    Own own(Resource resource, long nowMillis) {
        Own own = owns.get(resource);
        return own == null || nowMillis > own.endMillis() ? null : own;
    }

    void put(Resource resource, Own own) {
        owns.put(resource, own);
    }

    void remove(Resource resource) {
        owns.remove(resource);
    }

    Meta meta(Resource resource) {
        return metas.getOrDefault(resource, Meta.NONE);
    }

    void put(Resource resource, Meta meta) {
        metas.put(resource, meta);
    }

    void removeMeta(Resource resource) {
        metas.remove(resource);
        forced.remove(resource);
    }

    /** The token of the grant that was removed by force; empty if none was. */
    String forced(Resource resource) {
        return forced.getOrDefault(resource, "");
    }

    void force(Resource resource, String token) {
        forced.put(resource, token);
    }

    /** Who stands there, and until when. */
    Map<String, Long> members() {
        return members;
    }

    String marker() {
        return marker;
    }

    void mark(String text) {
        marker = text;
    }
}
