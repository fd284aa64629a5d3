package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.sequencer.MemoryAccess;

/** One stretch of bytes by its device address. */
record DeviceRange(long address, int length) implements MemoryAccess {
    @Override
    public void forEach(Visitor visitor) {
        visitor.visit(address, length);
    }
}
