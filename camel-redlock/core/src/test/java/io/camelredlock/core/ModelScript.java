// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of one script on the keys of a {@link ModelServer}, step by step as the Lua files do it. */
final class ModelScript {

    /** Ordinary expiry works on a cached clock. */
    private static final long CACHED_CLOCK_MILLIS = 2;

    private final ModelStore store;
    private final Command command;
    private final long now;
    private final long longest;
    private final List<Resource> released = new ArrayList<>();
    private boolean vanished;
    private boolean changesMembers;

    ModelScript(ModelStore store, Command command, long nowMillis, long longestMillis) {
        this.store = store;
        this.command = command;
        this.now = nowMillis;
        this.longest = longestMillis;
    }

    Answer run() {
        return switch (command.verb()) {
            case ACQUIRE -> acquire();
            case EXTEND -> renew(false);
            case MINT -> renew(true);
            case HEAL -> heal();
            case ADOPT -> adopt();
            case RELEASE, UNDO -> release();
            case INSPECT -> inspect();
            case VERIFY -> verify();
            case FORCE -> force();
            case STAND -> stand();
        };
    }

    /** The resources whose release is told. */
    List<Resource> released() {
        return released;
    }

    /** Whether a grant of one of the resources was gone before its time. */
    boolean isVanished() {
        return vanished;
    }

    private Answer acquire() {
        Answer held = held(token());
        if (held != null) {
            return held;
        }
        for (int i = 0; i < command.resources().size(); i++) {
            if (own(command.resources().get(i)) == null) {
                grant(i, minted(i));
            }
        }
        noticeVanished();
        return Answer.granted(counters());
    }

    private Answer heal() {
        Answer held = held(token());
        return held == null ? keep(false) : held;
    }

    private Answer adopt() {
        Answer lost = lost(command.tokens().subList(1, command.tokens().size()));
        if (lost != null) {
            return lost;
        }
        keep(true);
        return Answer.granted(counters());
    }

    private Answer renew(boolean mints) {
        Answer lost = lost(command.tokens());
        return lost == null ? keep(mints) : lost;
    }

    private Answer keep(boolean mints) {
        for (int i = 0; i < command.resources().size(); i++) {
            long before = store.meta(command.resources().get(i)).counter();
            long floor = i < command.fences().size() ? command.fences().get(i) : 0;
            grant(i, mints ? minted(i) : Math.max(before, floor));
        }
        noticeVanished();
        return Answer.ok(counters());
    }

    private Answer inspect() {
        noticeVanished();
        Answer held = held("");
        return held == null ? Answer.ok(List.of()) : held;
    }

    private Answer verify() {
        Answer lost = lost(command.tokens());
        noticeVanished();
        return lost == null ? Answer.ok(List.of()) : lost;
    }

    private Answer force() {
        Answer held = held("");
        command.resources().forEach(this::remove);
        noticeVanished();
        return held == null ? Answer.lost(Answer.ABSENT) : Answer.removed(held.remainingMillis(), held.holder());
    }

    private void remove(Resource resource) {
        ModelStore.Own own = own(resource);
        ModelStore.Meta meta = store.meta(resource);
        if (own == null) {
            return;
        }
        store.remove(resource);
        released.add(resource);
        long expiry = Math.min(own.endMillis(), now + longest); // which clients that are not ours do not note
        long end = expiry > meta.endMillis() + CACHED_CLOCK_MILLIS ? expiry : meta.endMillis();
        long gone = Math.max(meta.vanishedMillis(), end);
        store.put(resource, new ModelStore.Meta(meta.counter(), meta.member(), meta.endMillis(), gone));
        store.force(resource, own.token());
    }

    private Answer stand() {
        if (command.ttlMillis() > 0 && !command.member().isEmpty()) {
            changesMembers = store.members().put(command.member(), now + command.ttlMillis()) == null;
        } else {
            changesMembers = store.members().remove(command.member()) != null;
        }
        store.members().values().removeIf(end -> end <= now);
        return Answer.standing(store.members().entrySet().stream()
                .map(member -> new Answer.Member(member.getKey(), member.getValue() - now))
                .toList());
    }

    /** Whether somebody joined or left. */
    boolean changesMembers() {
        return changesMembers;
    }

    private Answer release() {
        boolean all = true;
        boolean other = false;
        for (Resource resource : command.resources()) {
            ModelStore.Own own = own(resource);
            boolean ours = isOneOf(command.tokens(), own);
            all &= ours;
            other |= !ours && own != null;
            if (ours) {
                forgetGrant(resource);
            }
        }
        noticeVanished();
        return all ? Answer.ok(List.of()) : Answer.lost(other ? Answer.OTHER : Answer.ABSENT);
    }

    private void forgetGrant(Resource resource) {
        ModelStore.Meta meta = store.meta(resource);
        store.remove(resource);
        store.put(resource, new ModelStore.Meta(meta.counter(), "", 0, meta.vanishedMillis()));
        released.add(resource);
    }

    private @Nullable Answer held(String token) {
        ModelStore.Own longestHeld = null;
        ModelStore.Meta beside = ModelStore.Meta.NONE;
        for (Resource resource : command.resources()) {
            ModelStore.Own own = own(resource);
            boolean blocks = own != null && !own.token().equals(token);
            boolean isLonger = own != null && (longestHeld == null || own.endMillis() > longestHeld.endMillis());
            if (blocks && isLonger) {
                longestHeld = own;
                beside = store.meta(resource);
            }
        }
        if (longestHeld == null) {
            return null;
        }
        noticeVanished();
        boolean isCurrent = beside.endMillis() + CACHED_CLOCK_MILLIS >= now;
        return Answer.held(longestHeld.endMillis() - now, isCurrent ? beside.member() : "");
    }

    private @Nullable Answer lost(List<Token> tokens) {
        List<Resource> missing = command.resources().stream()
                .filter(resource -> !isOneOf(tokens, own(resource)))
                .toList();
        if (missing.isEmpty()) {
            return null;
        }
        noticeVanished();
        if (missing.stream().anyMatch(resource -> tokens.contains(new Token(store.forced(resource))))) {
            return Answer.lost(Answer.FORCED);
        }
        boolean other = missing.stream().anyMatch(resource -> own(resource) != null);
        return Answer.lost(other ? Answer.OTHER : Answer.ABSENT);
    }

    private static boolean isOneOf(List<Token> tokens, ModelStore.@Nullable Own own) {
        return own != null && tokens.contains(new Token(own.token()));
    }

    /** S-T3: who finds the key absent keeps, of the grant that was there, when it should have ended. */
    private void grant(int index, long counter) {
        Resource resource = command.resources().get(index);
        ModelStore.Meta meta = store.meta(resource);
        long end = now + command.ttlMillis();
        boolean absent = own(resource) == null;
        store.put(resource, new ModelStore.Own(token(), end));
        long gone = absent ? Math.max(meta.vanishedMillis(), meta.endMillis()) : meta.vanishedMillis();
        store.put(resource, new ModelStore.Meta(counter, command.member(), end, gone));
    }

    private void noticeVanished() {
        vanished = false;
        for (Resource resource : command.resources()) {
            vanished |= store.meta(resource).vanishedMillis() > now + CACHED_CLOCK_MILLIS;
        }
    }

    /** S-F1: one more, and at least the proposal, whose time part is kept near the clock. */
    private long minted(int index) {
        long before = store.meta(command.resources().get(index)).counter();
        if (command.fences().isEmpty()) {
            return before;
        }
        long slack = longest / 8;
        long proposal = Math.max(command.fences().get(index), (now - slack) * 1024);
        return Math.max(before + 1, Math.min(proposal, (now + slack) * 1024 + 1023));
    }

    private List<Long> counters() {
        if (command.fences().isEmpty()) {
            return List.of();
        }
        List<Long> counters = new ArrayList<>();
        for (Resource resource : command.resources()) {
            counters.add(store.meta(resource).counter());
        }
        return counters;
    }

    private ModelStore.@Nullable Own own(Resource resource) {
        return store.own(resource, now);
    }

    private String token() {
        return command.tokens().get(0).value();
    }
}
