package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;

/**
 * The semaphores and events that belong to the runtime, and the range of semaphores each engine zeroes.
 *
 * <p>The same on every architecture seen, apart from two older meanings on sunda. Source: image-assembly.md §4.
 */
public final class ReservedSync {
    /** Semaphore: the host increments it to start an inference. */
    public static final int INFERENCE_START = 0;
    /** Semaphore: the sibling core of the logical core increments it. */
    public static final int CORE_BARRIER = 1;
    /** Semaphore of sunda's older images, in the place of {@link #CORE_BARRIER}: engines that halted. */
    public static final int HALTED_ENGINES = 1;
    /** Semaphore: the count of the five-engine barrier. */
    public static final int SYNC_BARRIER = 2;

    /** Event: the I/O rings are switched. */
    public static final int IOQ_CODE_SWITCH = 4;
    /** Event of sunda's older images: the switch flag is written. */
    public static final int SWITCH_FLAG_WRITTEN = 5;
    /** Event: the activation tables are loaded. */
    public static final int ACT_TABLES_LOAD = 6;
    /** Event: the vector engine's tables are loaded. */
    public static final int DVE_TABLES_LOAD = 7;
    /** Event: the execution request is fetched. */
    public static final int HW_EXEC_QUEUE_REQUEST_LOAD = 8;

    private ReservedSync() {}

    /** Event that starts an engine other than PE on an inference. */
    public static int inferenceInit(EngineType engine) {
        if (engine == EngineType.PE) {
            throw new IllegalArgumentException("PE starts the others");
        }
        return engine.code() - 1;
    }

    /** The first semaphore that an engine's postamble zeroes. */
    public static int firstCleared(EngineType engine) {
        return 3 + 51 * engine.code();
    }

    /** The last semaphore that an engine's postamble zeroes. */
    public static int lastCleared(EngineType engine) {
        return engine == EngineType.SP ? 255 : firstCleared(engine) + 50;
    }
}
