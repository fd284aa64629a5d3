package io.nrt4j.hal.dma;

/**
 * A device address read as a queue register.
 *
 * @param engine the DMA engine, 0 to 15, or {@link #ALL_ENGINES} for the broadcast window
 * @param side the half of the engine
 * @param queue the queue index, 0 to 15
 * @param register the register
 */
public record QueueRegisterAddress(int engine, DmaSide side, int queue, QueueRegister register) {
    /** The engine number of the broadcast window. */
    public static final int ALL_ENGINES = -1;

    /** Whether a write goes to every engine of the core. */
    public boolean isBroadcast() {
        return engine == ALL_ENGINES;
    }
}
