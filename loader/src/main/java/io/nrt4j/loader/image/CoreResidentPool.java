package io.nrt4j.loader.image;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.AllocationSet;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.variable.StagingAllocator;
import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * The residents of the cores that hold models: taken with a core's first model, given back with its last, so that an
 * empty core holds nothing.
 *
 * <p>One pool serves all loads of a runtime. Thread-safe.
 */
public final class CoreResidentPool {
    private final IdentityHashMap<NeuronCore, Claim> claims = new IdentityHashMap<>();
    private final CoreStarter starter;

    /** The residents of a core and the models that use them. */
    private static final class Claim {
        private final CoreResidents residents;
        private final AllocationSet memory;
        private int models;

        Claim(CoreResidents residents, AllocationSet memory) {
            this.residents = residents;
            this.memory = memory;
        }
    }

    /** A pool whose cores need nothing but memory. */
    public CoreResidentPool() {
        this((device, core, library, nlog) -> () -> {});
    }

    /** @param starter called for every core that gets residents */
    public CoreResidentPool(CoreStarter starter) {
        this.starter = starter;
    }

    /** What the runtime does with a core beside giving it residents. */
    @FunctionalInterface
    public interface CoreStarter {
        /**
         * Starts a core.
         *
         * @param library the place of POOL's built-in library
         * @param nlog the log of the load that brought the core its first model
         * @return undoes it, when the residents go
         */
        Runnable start(Device device, NeuronCore core, StagedLibrary library, Nlog nlog);
    }

    /**
     * Claims the residents of a core for the model of a load; closing the model's memory ends the claim.
     *
     * @param profile the runtime version; the first claim of a core decides
     * @param core the core
     * @param sibling position of the core in its logical core
     * @param allocator the load's
     * @param allocators makes an allocator for another scope of the same device
     * @throws io.nrt4j.loader.diagnostics.LoadException if the memory is full
     */
    synchronized CoreResidents claim(
            RuntimeProfile profile,
            NeuronCore core,
            int sibling,
            StagingAllocator allocator,
            Function<AllocationScope, StagingAllocator> allocators) {
        Claim claim = claims.get(core);
        if (claim == null) {
            claim = take(profile, core, sibling, allocator, allocators);
            claims.put(core, claim);
        }
        claim.models++;
        allocator.scope().own(() -> release(core));
        return claim.residents;
    }

    private Claim take(
            RuntimeProfile profile,
            NeuronCore core,
            int sibling,
            StagingAllocator allocator,
            Function<AllocationScope, StagingAllocator> allocators) {
        try (AllocationScope scope = allocator.device().heap().open(AllocationOwner.RUNTIME)) {
            StagedImageMemory memory = new StagedImageMemory(allocators.apply(scope), core.index());
            CoreResidents residents =
                    CoreResidents.place(profile, allocator.device().arch(), sibling, memory);
            scope.own(starter.start(allocator.device(), core, residents.library(), allocator.nlog()));
            return new Claim(residents, scope.commit());
        }
    }

    private synchronized void release(NeuronCore core) {
        Claim claim = claims.get(core);
        if (claim != null && --claim.models == 0) {
            claims.remove(core);
            claim.memory.close();
        }
    }
}
