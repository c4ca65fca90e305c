// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import io.camelredlock.core.RedlockOptions;
import io.camelredlock.core.Resource;
import io.camelredlock.core.Takeover;
import io.camelredlock.jedis.WireProtocol;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.cluster.CamelClusterView;
import org.apache.camel.cluster.CamelPreemptiveClusterService;
import org.apache.camel.cluster.CamelPreemptiveClusterView;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.annotations.JdkService;
import org.apache.camel.support.cluster.AbstractCamelClusterService;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.service.ServiceHelper;
import org.jspecify.annotations.Nullable;

/**
 * Elects one leader per namespace among the members of a cluster, on independent Redis nodes by the Redlock algorithm.
 *
 * <p>For {@code master:} routes, ClusteredRoutePolicy, ClusteredRouteController and whatever else asks Camel for a cluster
 * service: add it to the context. A leadership that ends in order is kept until the work under it has drained, then given
 * to the next at once. Options are durations in milliseconds unless said otherwise; they are read at the first start, and
 * again after a shutdown. Nodes that are down are no error: the service starts and takes part when they come. May be started
 * and stopped any number of times. Safe for use by several threads.
 */
@Metadata(
        label = "bean",
        description = "Cluster service that elects one leader per namespace on independent Redis nodes (Redlock)",
        annotations = {"interfaceName=org.apache.camel.cluster.CamelClusterService"})
@Configurer
@JdkService("cluster-service-redlock")
public class RedlockClusterService extends AbstractCamelClusterService<RedlockClusterView>
        implements CamelPreemptiveClusterService, EngineSettings {

    private static final long LEAST_IDLE = 2_000;
    private static final String READINESS = "readiness";
    private static final String DETAILS_ONLY = "detailsOnly";

    @Metadata(
            description =
                    "The Redis nodes, comma separated: host:port, redis://host:port or rediss://host:port for TLS. Independent masters, an odd number of them (1, 3, 5 or 7).",
            required = true)
    private @Nullable String nodes;

    @Metadata(
            description =
                    "The nodes that members which are not restarted yet have, while the list of nodes is changed: a grant then needs a majority of each list. To be left out again, in a second round of restarts, when all members have both.",
            label = "advanced")
    private @Nullable String previousNodes;

    @Metadata(description = "The ACL user on all nodes.", label = "security", secret = true)
    private @Nullable String username;

    @Metadata(description = "The password on all nodes.", label = "security", secret = true)
    private @Nullable String password;

    @Metadata(description = "TLS settings for rediss nodes; by default those of the JVM.", label = "security")
    private @Nullable SSLContextParameters sslContextParameters;

    @Metadata(description = "The number of the database.", label = "advanced", defaultValue = "0")
    private int database;

    @Metadata(description = "What the connections are called on the nodes.", label = "advanced")
    private @Nullable String clientName;

    @Metadata(
            description =
                    "The version of the protocol that is spoken with the nodes: RESP2, which all understand, or RESP3.",
            label = "advanced",
            defaultValue = "RESP2")
    private WireProtocol protocol = WireProtocol.RESP2;

    @Metadata(
            description =
                    "How long one attempt to connect may take. Connecting happens in the background, never on the path of a lock.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "2000")
    private long connectTimeout = 2_000;

    @Metadata(
            description = "What all clients of these nodes must agree on; by default a hash of the nodes.",
            label = "advanced")
    private @Nullable String clusterId;

    @Metadata(
            description = "Stands before the name of every key; may be empty.",
            label = "advanced",
            defaultValue = "redlock:")
    private String keyPrefix = "redlock:";

    @Metadata(
            description =
                    "The name of this member, shown to others; made unique for every start. By default host and process id.")
    private @Nullable String memberId;

    @Metadata(
            description =
                    "How long the nodes keep a grant, and so the longest time without a leader after a crash. At least 100 ms.",
            javaType = "java.time.Duration",
            defaultValue = "10000")
    private long ttl = 10_000;

    @Metadata(
            description = "The longest ttl anybody uses on these nodes, a constant of the cluster; by default the ttl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long maxTtl;

    @Metadata(
            description =
                    "The maxTtl of members that are not restarted yet, while it is changed; until it is left out again, in a second round of restarts, the ttl is at most the shorter of both. By default maxTtl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long previousMaxTtl;

    @Metadata(
            description =
                    "What a new holder must know before it begins, so that nobody can still hold: GUARDED asks for evidence from a quorum of nodes that kept their memory and clocks, and waits without it; STRICT waits at every change of holder; CLASSIC is textbook Redlock. By default that of the engine.",
            label = "advanced")
    private @Nullable Takeover takeover;

    @Metadata(
            description =
                    "The part of maxTtl that is given up for clocks of different rates, from 0.001 to less than 0.5.",
            label = "advanced",
            defaultValue = "0.01")
    private double driftFactor = 0.01;

    @Metadata(
            description = "How long one node's vote may take; by default a twentieth of the ttl, within 50 to 500 ms.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long nodeTimeout;

    @Metadata(
            description = "How long an acquire of a lock goes on trying. Leadership is tried for without a limit.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "30000")
    private long timeout = 30_000;

    @Metadata(
            description = "How often an acquire of a lock is tried again within the timeout; -1 for no limit.",
            label = "advanced",
            defaultValue = "-1")
    private int retryCount = RedlockOptions.UNLIMITED;

    @Metadata(
            description = "The pause between attempts when nothing better is known.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "200")
    private long retryDelay = 200;

    @Metadata(
            description = "The most that is added to a pause at random, so that contenders part.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "200")
    private long retryJitter = 200;

    @Metadata(
            description = "How often a grant is extended; by default a quarter of the ttl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long extendPeriod;

    @Metadata(
            description =
                    "How long before the end of its grant a leader that could not extend it steps down; by default a fifth of the ttl.",
            label = "advanced",
            javaType = "java.time.Duration")
    private @Nullable Long stepDownMargin;

    @Metadata(
            description =
                    "What the health check does: readiness is DOWN without a quorum of nodes for longer than one ttl and while the context stops; detailsOnly is always UP and only tells.",
            label = "health",
            enums = "readiness,detailsOnly",
            defaultValue = "readiness")
    private String healthCheckMode = READINESS;

    @Metadata(
            description =
                    "How long this member leads a namespace none of whose routes works, before it gives the leadership to another; 0 for ever. At least 2 s.",
            label = "advanced",
            javaType = "java.time.Duration",
            defaultValue = "0")
    private long resignWhenIdle;

    private final ContextWatch contextWatch = new ContextWatch(this);
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final Map<String, Integer> references = new ConcurrentHashMap<>();
    private final Map<String, RedlockClusterView> views = new ConcurrentHashMap<>();
    private final List<Consumer<RedlockClusterView>> viewWatchers = new CopyOnWriteArrayList<>();
    private final Lock lifeOfViews = new ReentrantLock();
    private final Lock lifeOfEngine = new ReentrantLock();
    private final Instruments instruments = new Instruments(this);
    private final MemberWatch memberWatch = new MemberWatch(this::memberChanged);

    private @Nullable EngineOptions options;
    private volatile @Nullable ClusterEngine engine;
    private volatile @Nullable QuorumWatch quorum;
    private volatile boolean leaving;
    private volatile String label = "redlock";

    /** Gives the view of a namespace, the same at every call, and takes part in its election from now on. */
    @Override
    public CamelPreemptiveClusterView getView(String namespace) throws Exception {
        lifeOfViews.lock();
        try {
            CamelClusterView view = super.getView(namespace);
            references.merge(namespace, 1, Integer::sum);
            return view.unwrap(RedlockClusterView.class);
        } finally {
            lifeOfViews.unlock();
        }
    }

    @Override
    public void releaseView(CamelClusterView view) throws Exception {
        lifeOfViews.lock();
        try {
            super.releaseView(view);
            references.computeIfPresent(view.getNamespace(), (namespace, count) -> count > 1 ? count - 1 : null);
        } finally {
            lifeOfViews.unlock();
        }
    }

    @Override
    protected RedlockClusterView createView(String namespace) {
        Resource.leadership(namespace); // refuses a name that is not legal
        RedlockClusterView view = new RedlockClusterView(this, namespace);
        views.put(namespace, view);
        viewWatchers.forEach(watcher -> watcher.accept(view));
        instruments.manage(getCamelContext(), view);
        return view;
    }

    /** Shows the views there are and those to come. */
    void watchViews(Consumer<RedlockClusterView> watcher) {
        viewWatchers.add(watcher);
        views.values().forEach(watcher);
    }

    void unwatchViews(Consumer<RedlockClusterView> watcher) {
        viewWatchers.remove(watcher);
    }

    /** What selectors ask for. Open to additions: camel-main from 4.22 on puts attributes in one by one. */
    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    @Override
    public void setAttributes(Map<String, Object> attributes) {
        this.attributes.clear();
        this.attributes.putAll(attributes);
    }

    /** Refuses wrong options before anything is sent. Runs again at each start after a stop. */
    @Override
    protected void doInit() throws Exception {
        super.doInit();
        CamelContext context = getCamelContext();
        if (context == null) {
            throw new IllegalStateException("RedlockClusterService has no CamelContext: add it to one by addService");
        }
        if (engine == null) {
            options = EngineOptions.of(this, context);
        }
        leaving = false;
        label = unusedLabel(context);
        LossGuard.addTo(context); // Camel 4.14 does not find the plugin that does it
        context.addLifecycleStrategy(contextWatch);
        instruments.putUp(context);
    }

    /** Starts the views that are in use: one that was released must not take part again because the service restarts. */
    @Override
    protected void doStart() throws Exception {
        lifeOfViews.lock();
        try {
            memberWatch.begin(engine().redlock().membership());
            manage();
            views.values().stream()
                    .filter(view -> references.containsKey(view.getNamespace()))
                    .forEach(RedlockClusterView::start);
        } finally {
            lifeOfViews.unlock();
        }
    }

    @Override
    protected void doStop() throws Exception {
        memberWatch.end();
        super.doStop();
    }

    @Override
    protected void doShutdown() throws Exception {
        views.values().forEach(RedlockClusterView::conclude);
        getCamelContext().getLifecycleStrategies().remove(contextWatch);
        hide();
        lifeOfEngine.lock();
        try {
            if (engine != null) {
                engine.close();
                engine = null;
            }
        } finally {
            lifeOfEngine.unlock();
        }
    }

    /**
     * The context is up. Under a supervising route controller it does not start what waits for the first route to start: the
     * route policies, which do not start routes then nor guard them, and this service.
     */
    void startWhatWasForgotten() {
        CamelContext context = getCamelContext();
        ServiceHelper.startService(context.hasServices(RoutePolicy.class));
        if (isInit() && context.hasService(this)) {
            start();
        }
        manage();
    }

    /** The context is about to stop: see {@link RedlockClusterView#leaveWith}. */
    void leave() {
        ClusterEngine open = engine;
        if (open != null && !leaving) {
            leaving = true;
            memberWatch.end();
            LastExchanges inFlight = LastExchanges.of(getCamelContext());
            views.values().forEach(RedlockClusterView::leaveWithContext);
            inFlight.await(getCamelContext(), open.timers());
        }
    }

    boolean isLeaving() {
        return leaving;
    }

    /** What it is called where several must be told apart: its id, with a number if others of its context have the same. */
    String label() {
        return label;
    }

    private String unusedLabel(CamelContext context) {
        String name = getId() == null ? "redlock" : getId();
        Set<String> used = context.hasServices(RedlockClusterService.class).stream()
                .filter(other -> other != this)
                .map(RedlockClusterService::label)
                .collect(Collectors.toSet());
        String free = name;
        for (int number = 2; used.contains(free); number++) {
            free = name + "-" + number;
        }
        return free;
    }

    /** What is known here now, for people: no node is asked, and no view asked for. */
    ServiceReport report() {
        ClusterEngine open = engine;
        Map<String, String> conditions = open == null ? Map.of() : open.nodes();
        List<NamespaceReport> namespaces = views.values().stream()
                .map(RedlockClusterView::report)
                .sorted(Comparator.comparing(NamespaceReport::namespace))
                .toList();
        boolean isQuorum = open != null && open.redlock().hasQuorum();
        return new ServiceReport(label(), memberId(), leaving, isQuorum, conditions, members(), namespaces);
    }

    /** Whether so few nodes vote, and have for longer than one ttl, that nobody can gain or keep a leadership. */
    boolean isQuorumMissing() {
        QuorumWatch watch = quorum;
        return watch != null && watch.isMissing();
    }

    boolean detailsOnly() {
        return healthCheckMode.equals(DETAILS_ONLY);
    }

    void tell(RedlockClusterEvent event) {
        ClusterEngine open = engine;
        if (open != null) {
            open.notifications().tell(event);
        }
    }

    /** Who takes part in the cluster, as far as is known. */
    Set<String> members() {
        return memberWatch.members();
    }

    private void memberChanged(MemberWatch.Change change) {
        tell(new RedlockClusterEvent(this, change.kind(), change.member()));
        views.values().forEach(RedlockClusterView::membersChanged);
    }

    private void quorumChanged(boolean there, String conditions) {
        RedlockClusterEvent.Kind kind =
                there ? RedlockClusterEvent.Kind.QUORUM_REGAINED : RedlockClusterEvent.Kind.QUORUM_LOST;
        tell(new RedlockClusterEvent(this, kind, conditions));
    }

    private void manage() {
        instruments.manage(getCamelContext());
        views.values().forEach(view -> instruments.manage(getCamelContext(), view));
    }

    /** Nothing shows it to the outside any more. */
    void hide() {
        instruments.takeDown(getCamelContext());
    }

    /** The engine, opened if need be. */
    ClusterEngine engine() {
        ClusterEngine present = engine;
        return present != null ? present : openEngine();
    }

    private ClusterEngine openEngine() {
        lifeOfEngine.lock();
        try {
            ClusterEngine open = engine;
            if (open == null) {
                open = ClusterEngine.open(getCamelContext(), this, requireOptions());
                engine = open;
                QuorumWatch watch = new QuorumWatch(open.redlock(), Duration.ofMillis(ttl), this::quorumChanged);
                watch.begin(open.timers());
                quorum = watch;
                if (resignWhenIdle > 0) {
                    new IdleWatch(() -> views.values().stream(), Duration.ofMillis(resignWhenIdle), open.timers())
                            .begin();
                }
            }
            return open;
        } finally {
            lifeOfEngine.unlock();
        }
    }

    /** Looks without asking for a view, which would take part in the election. */
    Optional<RedlockClusterView> peek(String namespace) {
        return Optional.ofNullable(views.get(namespace));
    }

    String memberId() {
        ClusterEngine open = engine;
        return open != null ? open.memberId() : memberId == null ? "not started" : memberId;
    }

    private EngineOptions requireOptions() {
        if (options == null) {
            throw new IllegalStateException("RedlockClusterService is not initialized: start it, or its context");
        }
        return options;
    }

    @Override
    public @Nullable String getNodes() {
        return nodes;
    }

    /** The addresses of the nodes, comma separated; required. */
    public void setNodes(@Nullable String nodes) {
        this.nodes = nodes;
    }

    @Override
    public @Nullable String getPreviousNodes() {
        return previousNodes;
    }

    /** The nodes that members which are not restarted yet have, comma separated; null if the list is not changed. */
    public void setPreviousNodes(@Nullable String previousNodes) {
        this.previousNodes = previousNodes;
    }

    @Override
    public @Nullable String getUsername() {
        return username;
    }

    /** The ACL user on all nodes. */
    public void setUsername(@Nullable String username) {
        this.username = username;
    }

    @Override
    public @Nullable String getPassword() {
        return password;
    }

    /** The password on all nodes. */
    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    @Override
    public @Nullable SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    /** TLS settings for {@code rediss} nodes. */
    public void setSslContextParameters(@Nullable SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    @Override
    public int getDatabase() {
        return database;
    }

    /** The number of the database. */
    public void setDatabase(int database) {
        this.database = database;
    }

    @Override
    public @Nullable String getClientName() {
        return clientName;
    }

    /** What the connections are called on the nodes. */
    public void setClientName(@Nullable String clientName) {
        this.clientName = clientName;
    }

    @Override
    public WireProtocol getProtocol() {
        return protocol;
    }

    /** The version of the protocol that is spoken with the nodes. */
    public void setProtocol(WireProtocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** How long one attempt to connect may take, in milliseconds. */
    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    @Override
    public @Nullable String getClusterId() {
        return clusterId;
    }

    /** What all clients of these nodes must agree on. */
    public void setClusterId(@Nullable String clusterId) {
        this.clusterId = clusterId;
    }

    @Override
    public String getKeyPrefix() {
        return keyPrefix;
    }

    /** Stands before the name of every key. */
    public void setKeyPrefix(String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    @Override
    public @Nullable String getMemberId() {
        return memberId;
    }

    /** The name of this member, shown to others; made unique for every start. */
    public void setMemberId(@Nullable String memberId) {
        this.memberId = memberId;
    }

    @Override
    public long getTtl() {
        return ttl;
    }

    /** How long the nodes keep a grant, in milliseconds. */
    public void setTtl(long ttl) {
        this.ttl = ttl;
    }

    @Override
    public @Nullable Long getMaxTtl() {
        return maxTtl;
    }

    /** The longest ttl anybody uses on these nodes, in milliseconds; null for the ttl. */
    public void setMaxTtl(@Nullable Long maxTtl) {
        this.maxTtl = maxTtl;
    }

    @Override
    public @Nullable Long getPreviousMaxTtl() {
        return previousMaxTtl;
    }

    /** The maxTtl of members that are not restarted yet, in milliseconds; null if it is not changed. */
    public void setPreviousMaxTtl(@Nullable Long previousMaxTtl) {
        this.previousMaxTtl = previousMaxTtl;
    }

    @Override
    public @Nullable Takeover getTakeover() {
        return takeover;
    }

    /** What a new holder must know before it begins; null for the default of the engine. */
    public void setTakeover(@Nullable Takeover takeover) {
        this.takeover = takeover;
    }

    @Override
    public double getDriftFactor() {
        return driftFactor;
    }

    /** The part of maxTtl that is given up for clocks of different rates. */
    public void setDriftFactor(double driftFactor) {
        this.driftFactor = driftFactor;
    }

    @Override
    public @Nullable Long getNodeTimeout() {
        return nodeTimeout;
    }

    /** How long one node's vote may take, in milliseconds; null for a part of the ttl. */
    public void setNodeTimeout(@Nullable Long nodeTimeout) {
        this.nodeTimeout = nodeTimeout;
    }

    @Override
    public long getTimeout() {
        return timeout;
    }

    /** How long an acquire of a lock goes on trying, in milliseconds. */
    public void setTimeout(long timeout) {
        this.timeout = timeout;
    }

    @Override
    public int getRetryCount() {
        return retryCount;
    }

    /** How often an acquire of a lock is tried again; -1 for no limit. */
    public void setRetryCount(int retryCount) {
        this.retryCount = retryCount;
    }

    @Override
    public long getRetryDelay() {
        return retryDelay;
    }

    /** The pause between attempts, in milliseconds. */
    public void setRetryDelay(long retryDelay) {
        this.retryDelay = retryDelay;
    }

    @Override
    public long getRetryJitter() {
        return retryJitter;
    }

    /** The most that is added to a pause at random, in milliseconds. */
    public void setRetryJitter(long retryJitter) {
        this.retryJitter = retryJitter;
    }

    @Override
    public @Nullable Long getExtendPeriod() {
        return extendPeriod;
    }

    /** How often a grant is extended, in milliseconds; null for a quarter of the ttl. */
    public void setExtendPeriod(@Nullable Long extendPeriod) {
        this.extendPeriod = extendPeriod;
    }

    @Override
    public @Nullable Long getStepDownMargin() {
        return stepDownMargin;
    }

    /** How long before the end of its grant a leader steps down, in milliseconds; null for a fifth of the ttl. */
    public void setStepDownMargin(@Nullable Long stepDownMargin) {
        this.stepDownMargin = stepDownMargin;
    }

    public String getHealthCheckMode() {
        return healthCheckMode;
    }

    /** {@code readiness} or {@code detailsOnly}. */
    public void setHealthCheckMode(String healthCheckMode) {
        if (!healthCheckMode.equals(READINESS) && !healthCheckMode.equals(DETAILS_ONLY)) {
            throw new IllegalArgumentException(
                    "healthCheckMode " + healthCheckMode + " must be " + READINESS + " or " + DETAILS_ONLY);
        }
        this.healthCheckMode = healthCheckMode;
    }

    public long getResignWhenIdle() {
        return resignWhenIdle;
    }

    /** How long to lead a namespace none of whose routes works, in milliseconds; 0 for ever. */
    public void setResignWhenIdle(long resignWhenIdle) {
        if (resignWhenIdle != 0 && resignWhenIdle < LEAST_IDLE) {
            throw new IllegalArgumentException("resignWhenIdle " + resignWhenIdle + " must be 0 or at least "
                    + LEAST_IDLE + " ms: routes take their time to start");
        }
        this.resignWhenIdle = resignWhenIdle;
    }
}
