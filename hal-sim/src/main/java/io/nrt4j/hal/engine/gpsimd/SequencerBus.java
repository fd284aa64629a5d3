package io.nrt4j.hal.engine.gpsimd;

import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.memory.Bus;

/** The device as one sequencer sees it, whose name stands behind every access. */
record SequencerBus(Sequencer sequencer) implements Bus {
    @Override
    public void read(long address, byte[] target, int index, int length) {
        sequencer.bus().read(sequencer, address, target, index, length);
    }

    @Override
    public void write(long address, byte[] source, int index, int length) {
        sequencer.bus().write(sequencer, address, source, index, length);
    }

    @Override
    public int readInt(long address) {
        return sequencer.bus().readInt(sequencer, address);
    }

    @Override
    public void writeInt(long address, int value) {
        sequencer.bus().writeInt(sequencer, address, value);
    }
}
