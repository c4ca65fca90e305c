// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.LeaderElection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.cluster.CamelClusterEventListener;
import org.apache.camel.cluster.CamelClusterMember;
import org.apache.camel.cluster.CamelPreemptiveClusterView;
import org.apache.camel.support.cluster.AbstractCamelClusterView;
import org.jspecify.annotations.Nullable;

/**
 * One namespace as seen by one member: who leads it, and a part in its election while the view is started.
 *
 * <p>Nothing here waits for Redis: questions are answered from what is known locally, and whether this member leads is judged
 * by the clock at the call. Starting never fails because of Redis. Listeners are told on threads of their own, in order, of
 * the present state; one that fails, comes or goes, or takes its time, concerns no other. Safe for use by several threads.
 */
public final class RedlockClusterView extends AbstractCamelClusterView implements CamelPreemptiveClusterView {

    private static final CompletionStage<Void> NOTHING_TO_DRAIN = CompletableFuture.completedStage(null);

    private final RedlockClusterService service;
    private final Subscribers subscribers = new Subscribers(this);
    private final TermLog log = new TermLog(this, subscribers);
    private final Resignation resignation = new Resignation(this);

    private volatile @Nullable LeaderElection election;
    private volatile boolean disabled;
    private volatile @Nullable ClusterEngine engine;
    private volatile @Nullable Drain drain;

    RedlockClusterView(RedlockClusterService service, String namespace) {
        super(service, namespace);
        this.service = service;
    }

    /** The leader as far as is known here; empty if nobody is known to lead. */
    @Override
    public Optional<CamelClusterMember> getLeader() {
        CamelClusterMember local = getLocalMember();
        return leaderId()
                .map(id -> id.equals(local.getId()) ? local : member(id))
                .filter(CamelClusterMember::isLeader);
    }

    @Override
    public CamelClusterMember getLocalMember() {
        return RedlockMember.local(service.memberId(), this::isLeading);
    }

    /** The members of the cluster, the same for all namespaces: the local one, then the others that are known to be there. */
    @Override
    public List<CamelClusterMember> getMembers() {
        CamelClusterMember local = getLocalMember();
        Stream<CamelClusterMember> others = service.members().stream()
                .filter(id -> !id.equals(local.getId()))
                .map(this::member);
        return Stream.concat(Stream.of(local), others).toList();
    }

    /** Another one; a leader as long as it is the one that is known. */
    private CamelClusterMember member(String id) {
        return RedlockMember.other(id, () -> leaderId().filter(id::equals).isPresent());
    }

    /** Members came or went. */
    void membersChanged() {
        subscribers.changed();
    }

    /** Tells a started view's state to the new listener at once, on this thread, as Camel's own views do. */
    @Override
    public void addEventListener(@Nullable CamelClusterEventListener listener) {
        if (listener == null) {
            return;
        }
        if (isRunAllowed()) {
            subscribers.addTold(listener);
        } else {
            subscribers.add(listener);
        }
    }

    @Override
    public void removeEventListener(@Nullable CamelClusterEventListener listener) {
        if (listener != null) {
            subscribers.remove(listener);
        }
    }

    @Override
    public boolean isDisabled() {
        return disabled;
    }

    /**
     * Gives the leadership up in order and competes no more, or competes again. A disabled view is alive: it knows who leads and
     * tells its listeners.
     */
    @Override
    public void setDisabled(boolean wanted) {
        getInternalLock().lock();
        try {
            boolean changes = disabled != wanted;
            disabled = wanted;
            resignation.cancel();
            LeaderElection mine = election;
            if (changes && isStarted() && mine != null && !service.isLeaving()) {
                takePart(mine);
            }
        } finally {
            getInternalLock().unlock();
        }
    }

    @Override
    protected void doStart() {
        if (!service.isLeaving()) {
            takePart(electionOf(service.engine()));
            subscribers.changed();
        }
    }

    /** Called for a view that never started as well. */
    @Override
    protected void doStop() {
        LeaderElection mine = election;
        if (mine != null && !service.isLeaving()) {
            leave(mine::stop);
        }
    }

    /** The context stops: no new leadership, and the present one is kept until the work under it has drained. */
    void leaveWithContext() {
        getInternalLock().lock();
        try {
            LeaderElection mine = election;
            if (mine != null && isStarted()) {
                leave(() -> Drains.atStop(this), drained -> {
                    mine.stop(drained);
                    log.left();
                });
            }
        } finally {
            getInternalLock().unlock();
        }
    }

    /** The service shuts down: what has not drained by now is decided by what is in flight. */
    void conclude() {
        openDrain().ifPresent(Drain::conclude);
    }

    /** Work goes on that nobody waits for: the leadership is neither extended nor released, it expires. */
    void abandon() {
        LeaderElection mine = election;
        if (mine != null) {
            mine.abandon();
            if (disabled && isStarted()) {
                mine.disable(NOTHING_TO_DRAIN); // goes on looking
            }
        }
    }

    boolean isLeading() {
        LeaderElection mine = election;
        return mine != null && mine.isLeader();
    }

    /**
     * The fencing token of this member's leadership, also of one that was given up but is kept until its work has drained; empty
     * if there is none. A local read.
     */
    public OptionalLong fencingToken() {
        LeaderElection mine = election;
        return mine == null ? OptionalLong.empty() : mine.heldFencingToken();
    }

    /** How long this member may lead if no extension succeeds any more; zero if it does not lead. A local read. */
    public Duration remaining() {
        LeaderElection mine = election;
        return mine == null ? Duration.ZERO : mine.remaining();
    }

    RedlockClusterService service() {
        return service;
    }

    /** What is known here now, for people. */
    NamespaceReport report() {
        NamespaceReport.Role role = role();
        return new NamespaceReport(
                getNamespace(),
                role,
                leaderId().orElse(""),
                fencingToken().orElse(0),
                remaining().toMillis(),
                log.transitions(),
                log.lastLoss(),
                role == NamespaceReport.Role.LEADER ? IdleRoutes.of(getCamelContext(), getNamespace()) : List.of());
    }

    private NamespaceReport.Role role() {
        if (isLeading()) {
            return NamespaceReport.Role.LEADER;
        }
        if (fencingToken().isPresent()) {
            return NamespaceReport.Role.LEAVING;
        }
        if (disabled) {
            return NamespaceReport.Role.DISABLED;
        }
        return isStarted() ? NamespaceReport.Role.FOLLOWER : NamespaceReport.Role.IDLE;
    }

    /** Gives the leadership up in order; competes again when that is done and others had their chance for so long. */
    void resign(Duration pause) {
        if (isLeading()) {
            resignation.begin(pause, service.engine().timers());
        }
    }

    /** Whether it leads no more, but keeps the leadership until its work has drained. */
    boolean isDraining() {
        return openDrain().isPresent();
    }

    Subscriber.Present present() {
        boolean leads = isLeading();
        return new Subscriber.Present(
                leads, leaderId().orElse(""), leads ? fencingToken().orElse(0) : 0, subscribers.repeats());
    }

    boolean isSilent() {
        return service.isLeaving() || getCamelContext().isStopping();
    }

    private Optional<String> leaderId() {
        LeaderElection mine = election;
        return mine == null ? Optional.empty() : mine.leader();
    }

    private LeaderElection electionOf(ClusterEngine current) {
        LeaderElection mine = election;
        if (mine == null || engine != current) {
            engine = current;
            subscribers.use(current);
            mine = current.election(getNamespace(), log);
            current.meters().watch(this);
            election = mine;
        }
        return mine;
    }

    /** Competes, going on with a term that was draining, or only looks on. */
    private void takePart(LeaderElection mine) {
        if (disabled) {
            leave(mine::disable);
            return;
        }
        openDrain().ifPresent(Drain::cancel);
        mine.start();
    }

    private void leave(Consumer<CompletionStage<?>> howToLeave) {
        leave(() -> Drains.atLoss(this, subscribers::areSettled), drained -> {
            howToLeave.accept(drained);
            log.left();
            subscribers.lost();
        });
    }

    /** Leaves with the drain that is under way, or else with a new one, which begins when it is told what it waits for. */
    private void leave(Supplier<Drain> newDrain, Consumer<CompletionStage<?>> howToLeave) {
        Optional<Drain> open = openDrain();
        Drain ends = open.orElseGet(newDrain);
        drain = ends;
        howToLeave.accept(ends.drained());
        if (open.isEmpty()) {
            ends.begin(service.engine().timers());
        }
    }

    private Optional<Drain> openDrain() {
        return Optional.ofNullable(drain).filter(last -> !last.isOver());
    }
}
