// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Redis master as far as the engine can tell: what the scripts do, in memory and virtual time. Kept honest by running the
 * same commands against a real one.
 */
final class ModelServer {

    private record Grant(Token token, String member, long expiresNanos) {}

    private final VirtualTime time;
    private final String name;
    private final Map<Resource, Grant> grants = new HashMap<>();
    private final Map<Resource, Long> counters = new LinkedHashMap<>();
    private final List<ModelNode> links = new ArrayList<>();
    private final List<Command> executed = new ArrayList<>();

    ModelServer(VirtualTime time, String name) {
        this.time = time;
        this.name = name;
    }

    String name() {
        return name;
    }

    List<ModelNode> links() {
        return List.copyOf(links);
    }

    void attach(ModelNode link) {
        links.add(link);
    }

    /** Forgets everything, as a restart without persistence does. */
    void forget() {
        grants.clear();
        counters.clear();
    }

    /** Another client, one of another library maybe, takes the resource. */
    void takeBy(String member, Resource resource, Duration ttl) {
        grants.put(resource, new Grant(new Token("foreign"), member, time.nanos() + ttl.toNanos()));
    }

    /** The key is deleted behind everybody's back. */
    void delete(Resource resource) {
        grants.remove(resource);
    }

    void setCounter(Resource resource, long value) {
        counters.put(resource, value);
    }

    /** Until when the resource is held; empty if it is free. */
    Optional<Duration> timeLeft(Resource resource) {
        return grant(resource).map(grant -> Duration.ofNanos(grant.expiresNanos() - time.nanos()));
    }

    boolean isHeld(Resource resource) {
        return grant(resource).isPresent();
    }

    /** Everything executed so far, in order. */
    List<Command> executed() {
        return executed;
    }

    long count(Verb verb) {
        return executed.stream().filter(command -> command.verb() == verb).count();
    }

    Answer execute(Command command) {
        executed.add(command);
        return switch (command.verb()) {
            case ACQUIRE -> acquire(command);
            case EXTEND -> extend(command);
            case HEAL -> heal(command);
            case MINT -> mint(command);
            case RELEASE -> release(command, true);
            case UNDO -> release(command, false);
            case INSPECT -> inspect(command);
        };
    }

    private Optional<Grant> grant(Resource resource) {
        Grant grant = grants.get(resource);
        return grant == null || grant.expiresNanos() <= time.nanos() ? Optional.empty() : Optional.of(grant);
    }

    private Answer acquire(Command command) {
        Token token = command.tokens().get(0);
        if (command.resources().stream().allMatch(resource -> isOwnedBy(resource, token))) {
            return Answer.granted(counters(command));
        }
        return held(command).orElseGet(() -> {
            raise(command);
            put(command);
            return Answer.granted(counters(command));
        });
    }

    private void raise(Command command) {
        for (int i = 0; i < command.fences().size(); i++) {
            Resource resource = command.resources().get(i);
            long next = Math.max(
                    counters.getOrDefault(resource, 0L) + 1, command.fences().get(i));
            counters.put(resource, next);
        }
    }

    private Answer extend(Command command) {
        return lost(command).orElseGet(() -> keep(command));
    }

    private Answer mint(Command command) {
        return lost(command).orElseGet(() -> {
            raise(command);
            return keep(command);
        });
    }

    private Optional<Answer> lost(Command command) {
        Token token = command.tokens().get(0);
        return command.resources().stream()
                .filter(resource -> !isOwnedBy(resource, token))
                .findFirst()
                .map(resource -> Answer.lost(isHeld(resource) ? Answer.OTHER : Answer.ABSENT));
    }

    private Answer heal(Command command) {
        return held(command).orElseGet(() -> keep(command));
    }

    private Answer keep(Command command) {
        put(command);
        for (int i = 0; i < command.fences().size(); i++) {
            counters.merge(command.resources().get(i), command.fences().get(i), Math::max);
        }
        return Answer.ok(counters(command));
    }

    private Answer release(Command command, boolean tell) {
        boolean any = false;
        boolean other = false;
        for (Resource resource : command.resources()) {
            boolean owned = command.tokens().stream().anyMatch(token -> isOwnedBy(resource, token));
            other |= !owned && isHeld(resource);
            if (owned) {
                any = true;
                grants.remove(resource);
                if (tell) {
                    links.forEach(link -> link.hear(resource));
                }
            }
        }
        return any ? Answer.ok(List.of()) : Answer.lost(other ? Answer.OTHER : Answer.ABSENT);
    }

    private Answer inspect(Command command) {
        return held(command).orElseGet(() -> Answer.ok(List.of()));
    }

    private Optional<Answer> held(Command command) {
        return command.resources().stream()
                .flatMap(resource -> grant(resource).stream())
                .findFirst()
                .map(grant -> Answer.held((grant.expiresNanos() - time.nanos()) / 1_000_000, grant.member()));
    }

    private void put(Command command) {
        long expires = time.nanos() + command.ttlMillis() * 1_000_000;
        command.resources()
                .forEach(resource ->
                        grants.put(resource, new Grant(command.tokens().get(0), command.member(), expires)));
    }

    private boolean isOwnedBy(Resource resource, Token token) {
        return grant(resource).filter(grant -> grant.token().equals(token)).isPresent();
    }

    private List<Long> counters(Command command) {
        return command.fences().isEmpty()
                ? List.of()
                : command.resources().stream().map(counters::get).toList();
    }
}
