package io.nrt4j.runtime.c;

import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.MachineFault;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What exists between {@code nrt_init} and {@code nrt_close}: the device, its cores, models and tensors.
 *
 * <p>Thread-safe, but for {@link #close}, during which nobody uses it.
 */
final class Session {
    /** The first {@code h_nn}. Source: nrt-api.md §4.2. */
    private static final int FIRST_MODEL = 10001;
    /** The first file descriptor behind the standard streams; none of them is real. */
    private static final int FIRST_DESCRIPTOR = 3;
    /** Host tensors begin at pages of this size, with a free one between two of them. */
    private static final long HOST_PAGE = 4096;

    private final RuntimeConfiguration configuration;
    private final RuntimeProfile profile;
    private final SimulatedDriver driver;
    private final Instance instance;
    private final CoreRange cores;
    private final NeffLoader loader;
    private final boolean fake;
    private final Map<Integer, NrtModel> models = new ConcurrentHashMap<>();
    private final Set<NrtTensor> tensors = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final AtomicInteger nextModel = new AtomicInteger(FIRST_MODEL);
    private final AtomicInteger nextDescriptor = new AtomicInteger(FIRST_DESCRIPTOR);
    private final AtomicLong nextHostAddress = new AtomicLong(MappedDevices.HOST);
    private final int[] usage;
    private final ModelRuns runs;
    private final RankRegistry ranks = new RankRegistry();
    private final XuQueues queues;
    private final HostCollectives collectives;
    private final DebugClients debugClients = new DebugClients();
    private volatile @Nullable AsyncCallback callback;

    /** @param fake whether the instance is one that does nothing */
    Session(
            RuntimeConfiguration configuration,
            RuntimeProfile profile,
            SimulatedDriver driver,
            Instance instance,
            CoreRange cores,
            NeffLoader loader,
            boolean fake) {
        this.configuration = configuration;
        this.profile = profile;
        this.driver = driver;
        this.instance = instance;
        this.cores = cores;
        this.loader = loader;
        this.fake = fake;
        this.usage = new int[cores.count()];
        this.runs = new ModelRuns(cores.count());
        this.queues = new XuQueues(cores.count(), computeDepth(configuration), profile);
        this.collectives = new HostCollectives(profile);
    }

    private static int computeDepth(RuntimeConfiguration configuration) {
        int implicit = configuration.asyncRequestsInFlight();
        long explicit = configuration.number("NEURON_RT_XU_COMPUTE_MAX_QUEUED_REQUESTS");
        return implicit > 0 ? implicit : (int) Math.max(1, Math.min(explicit, Integer.MAX_VALUE));
    }

    RuntimeConfiguration configuration() {
        return configuration;
    }

    /** As {@link Library#requireSince(String, int, int)}. */
    void requireSince(String what, int major, int minor) {
        Library.requireSince(profile, what, major, minor);
    }

    RuntimeProfile profile() {
        return profile;
    }

    /** The device that has a fault. */
    Optional<Integer> deviceWith(MachineFault fault) {
        return driver.deviceWith(fault);
    }

    Instance instance() {
        return instance;
    }

    CoreRange cores() {
        return cores;
    }

    NeffLoader loader() {
        return loader;
    }

    boolean isFake() {
        return fake;
    }

    /** The logical core of a number that counts from the first of the runtime's. */
    LogicalCore core(int vnc) {
        return instance.logicalCore(cores.first() + vnc);
    }

    /** Claims a logical core for a model: the one asked for, or the least used. Empty for one that does not exist. */
    synchronized Optional<Integer> claim(int vnc) {
        int chosen = vnc == -1 ? leastUsed() : vnc;
        if (!cores.has(chosen)) {
            return Optional.empty();
        }
        usage[chosen]++;
        return Optional.of(chosen);
    }

    synchronized void unclaim(int vnc) {
        usage[vnc]--;
    }

    private int leastUsed() {
        int best = 0;
        for (int vnc = 1; vnc < usage.length; vnc++) {
            if (usage[vnc] < usage[best]) {
                best = vnc;
            }
        }
        return best;
    }

    /** The requests of all cores on the machine. */
    ModelRuns runs() {
        return runs;
    }

    /** The models of each rank. */
    RankRegistry ranks() {
        return ranks;
    }

    /** The queues of requests. */
    XuQueues queues() {
        return queues;
    }

    /** Collectives between hosts. */
    HostCollectives collectives() {
        return collectives;
    }

    /** Who reads the debug streams. */
    DebugClients debugClients() {
        return debugClients;
    }

    /** Whether {@code nrt_execute} returns before the request has run. */
    boolean isImplicitlyAsync() {
        return configuration.asyncRequestsInFlight() > 0;
    }

    /** Who is told of requests that nobody waited for. */
    Optional<AsyncCallback> callback() {
        return Optional.ofNullable(callback);
    }

    void register(AsyncCallback newCallback) {
        callback = newCallback;
    }

    int newModelId() {
        return nextModel.getAndIncrement();
    }

    /** Where host memory of a size lies in the process. */
    long newHostAddress(long size) {
        return nextHostAddress.getAndAdd((size / HOST_PAGE + 2) * HOST_PAGE);
    }

    /** A number that no other file descriptor of this session has. */
    int newDescriptor() {
        return nextDescriptor.getAndIncrement();
    }

    /** The host memory of a tensor behind a range of the process. */
    Optional<NrtTensor> hostTensor(long address, long size) {
        return tensors.stream()
                .filter(tensor -> tensor.isOnHostAt(address, size))
                .findFirst();
    }

    void register(NrtModel model) {
        models.put(model.id(), model);
    }

    /** Whether this very handle is that of a loaded model. */
    boolean knows(NrtModel model) {
        return models.get(model.id()) == model;
    }

    /** Takes a model out of the registry; false if it was not in it. */
    boolean unregister(NrtModel model) {
        return models.remove(model.id(), model);
    }

    void register(NrtTensor tensor) {
        tensors.add(tensor);
    }

    void unregister(NrtTensor tensor) {
        tensors.remove(tensor);
    }

    /** Models that are loaded. */
    int models() {
        return models.size();
    }

    /** Tensors that are allocated. */
    int tensors() {
        return tensors.size();
    }

    /** Gives everything back. Nothing is in flight any more. */
    void close() {
        queues.forEach(XuQueue::shutDown);
        models.values().forEach(model -> model.loaded().close());
        models.clear();
        tensors.forEach(NrtTensor::free);
        tensors.clear();
        instance.close();
    }
}
