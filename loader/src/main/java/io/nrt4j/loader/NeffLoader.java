package io.nrt4j.loader;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ParseCache;
import io.nrt4j.loader.container.ParseKey;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreResidentPool;
import io.nrt4j.loader.image.StagedLibrary;
import io.nrt4j.loader.ucode.CoreUcode;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loads NEFFs: the spine from bytes to a model on a simulated device ({@code nrt_load_util} and what it calls).
 *
 * <p>Thread-safe. Every load is all or nothing: one that fails leaves the device as it was. Source: container.md §3,
 * image-assembly.md §2.
 */
public final class NeffLoader {
    /** The first device-side model number; memory reports of real runtimes start here too. */
    private static final int FIRST_MODEL_ID = 1001;

    private final LoadOptions options;
    private final LoadListener listener;
    private final ParseCache<ParseKey, SharedMembers> parses = new ParseCache<>(SharedMembers::release);
    private final CoreResidentPool residents;
    private final AtomicInteger nextModelId = new AtomicInteger(FIRST_MODEL_ID);

    public NeffLoader(LoadOptions options) {
        this(options, LoadListener.NONE);
    }

    /** @param listener watches every load of this loader */
    public NeffLoader(LoadOptions options, LoadListener listener) {
        this.options = options;
        this.listener = listener;
        this.residents = new CoreResidentPool(this::startPoolCores);
    }

    public LoadOptions options() {
        return options;
    }

    /**
     * Loads one NEFF.
     *
     * @param neff the file; may be closed once this returns
     * @param placement where the model goes
     * @param nlog receives every record, the cascade after a failure included
     * @return the model, which owns its device memory until it is closed
     * @throws LoadException if the real runtime would refuse the file; its records are the whole log of the load
     */
    public LoadedModel load(ByteSource neff, PlacementChooser placement, Nlog nlog) {
        return load(neff, options, placement, nlog);
    }

    /**
     * As the shorter form, with options of this load's own: the runtime reads some variables again at every load. A
     * NEFF whose parse is still in the cache is not judged by them a second time.
     */
    public LoadedModel load(ByteSource neff, LoadOptions loadOptions, PlacementChooser placement, Nlog nlog) {
        return new NeffLoad(loadOptions, listener, placement, nlog, nextModelId.getAndIncrement(), parses, residents)
                .run(neff);
    }

    /** What {@code nrt_init} does with the pool cores of a NeuronCore; here when its first model comes. */
    private Runnable startPoolCores(Device device, NeuronCore core, StagedLibrary library, Nlog nlog) {
        if (core.q7().isEmpty()) {
            return () -> {};
        }
        CoreUcode ucode = CoreUcode.boot(device, core.index(), library, options.ucode(), nlog);
        return ucode::close;
    }
}
