package io.nrt4j.runtime.c;

import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * What exists between {@code nrt_init} and {@code nrt_close}: the device, its cores, models and tensors.
 *
 * <p>Thread-safe, but for {@link #close}, during which nobody uses it.
 */
final class Session {
    /** The first {@code h_nn}. Source: nrt-api.md §4.2. */
    private static final int FIRST_MODEL = 10001;
    /** Distance of the addresses of two host tensors: more than any of them has. */
    private static final int HOST_ADDRESS_SHIFT = 40;

    private final RuntimeConfiguration configuration;
    private final Instance instance;
    private final CoreRange cores;
    private final NeffLoader loader;
    private final boolean fake;
    private final Map<Integer, NrtModel> models = new ConcurrentHashMap<>();
    private final Set<NrtTensor> tensors = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final AtomicInteger nextModel = new AtomicInteger(FIRST_MODEL);
    private final AtomicLong nextHostAddress = new AtomicLong(1);
    private final int[] usage;
    private final List<ModelRuns> runs;

    /** @param fake whether the instance is one that does nothing */
    Session(RuntimeConfiguration configuration, Instance instance, CoreRange cores, NeffLoader loader, boolean fake) {
        this.configuration = configuration;
        this.instance = instance;
        this.cores = cores;
        this.loader = loader;
        this.fake = fake;
        this.usage = new int[cores.count()];
        this.runs = Stream.generate(ModelRuns::new).limit(cores.count()).toList();
    }

    RuntimeConfiguration configuration() {
        return configuration;
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

    /** The requests of a logical core. */
    ModelRuns runs(int vnc) {
        return runs.get(vnc);
    }

    int newModelId() {
        return nextModel.getAndIncrement();
    }

    long newHostAddress() {
        return nextHostAddress.getAndIncrement() << HOST_ADDRESS_SHIFT;
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
        models.values().forEach(model -> model.loaded().close());
        models.clear();
        tensors.forEach(NrtTensor::free);
        tensors.clear();
        instance.close();
    }
}
