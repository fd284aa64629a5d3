package io.nrt4j.hal.q7;

import java.util.concurrent.atomic.AtomicInteger;

/** {@code nrtucode_context_t}: what the provider's objects of one NeuronCore share. Source: q7.md §4.1, §4.2. */
public final class UcodeContext implements AutoCloseable {
    /** The only interface version that exists. */
    public static final int API_LEVEL = 3;

    private final MemoryHandles memory;
    private final UcodeLog log;
    private final AtomicInteger liveObjects = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private final String name;

    private UcodeContext(MemoryHandles memory, UcodeLog log) {
        this.memory = memory;
        this.log = log;
        this.name = created("nrtucode_context_t");
    }

    /**
     * A context for one NeuronCore.
     *
     * @throws UcodeException with {@link NrtUcodeStatus#API_LEVEL} for another level than {@link #API_LEVEL}
     */
    public static UcodeContext create(int apiLevel, MemoryHandles memory, UcodeLog log) {
        if (apiLevel != API_LEVEL) {
            throw new UcodeException(NrtUcodeStatus.API_LEVEL, "API level " + apiLevel + " instead of " + API_LEVEL);
        }
        return new UcodeContext(memory, log);
    }

    /** Objects that were created and not destroyed, this one included. */
    public int liveObjects() {
        return liveObjects.get();
    }

    @Override
    public void close() {
        destroyed(name);
    }

    MemoryHandles memory() {
        return memory;
    }

    void error(String message) {
        log.log(UcodeLog.ERROR, message);
    }

    void info(String message) {
        log.log(UcodeLog.INFO, message);
    }

    /** Counts a new object and gives it its name; the address in the real name is a running number here. */
    String created(String type) {
        String objectName = type + "@0x" + Integer.toHexString(created.incrementAndGet());
        liveObjects.incrementAndGet();
        info("Initialized " + objectName);
        return objectName;
    }

    void destroyed(String objectName) {
        liveObjects.decrementAndGet();
        info("Destroyed " + objectName);
    }
}
