package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.engine.sequencer.CoreModel;

/** The device addresses of an on-chip operand's elements, one by one. */
final class ElementPlaces {
    private final long base;
    private final int stride;
    private final int[] offsets;

    ElementPlaces(CoreModel core, OnChipOperand operand) {
        this.base = OnChipAccess.base(core, operand);
        this.stride = operand.memory().stride();
        this.offsets = new int[operand.elements()];
        int[] next = {0};
        operand.forEachElement(offset -> offsets[next[0]++] = offset);
    }

    /** Number of elements in each partition. */
    int elements() {
        return offsets.length;
    }

    /** The address of an element, in reading order, of a channel. */
    long of(int channel, int element) {
        return base + (long) channel * stride + offsets[element];
    }
}
