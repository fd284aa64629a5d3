package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.MemoryAccess;

/** The bytes of an on-chip operand by their device addresses. */
final class OnChipAccess implements MemoryAccess {
    private final OnChipOperand operand;
    private final long base;
    private final int stride;

    OnChipAccess(CoreModel core, OnChipOperand operand) {
        this.operand = operand;
        this.stride = operand.memory().stride();
        this.base = base(core, operand);
    }

    /** Device address of the first byte of an operand's first partition. */
    static long base(CoreModel core, OnChipOperand operand) {
        int physical = core.core().index();
        long memory = operand.inPsum()
                ? core.device().addressMap().psum(physical)
                : core.device().addressMap().tpb(physical);
        return memory + (long) operand.firstPartition() * operand.memory().stride();
    }

    @Override
    public void forEach(Visitor visitor) {
        for (int c = 0; c < operand.channels(); c++) {
            long partition = base + (long) c * stride;
            operand.forEachRun((offset, length) -> visitor.visit(partition + offset, length));
        }
    }
}
