package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.numeric.ElementConversion;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.isa.Dtype;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the DMA instructions of one core work with: element types and one descriptor generator per engine. */
public final class TransferUnits {
    private final ElementCodecs codecs;
    private final Map<EngineType, DescriptorGenerator> generators = new EnumMap<>(EngineType.class);

    /**
     * @param core number of the core in the machine
     */
    public TransferUnits(int core, ElementCodecs codecs, ExecutionMonitor monitor) {
        this.codecs = codecs;
        for (EngineType engine : EngineType.values()) {
            generators.put(engine, new DescriptorGenerator(core, engine, monitor));
        }
    }

    DescriptorGenerator generator(EngineType engine) {
        DescriptorGenerator generator = generators.get(engine);
        if (generator == null) {
            throw new IllegalArgumentException("no generator of " + engine);
        }
        return generator;
    }

    /** The generators, as actors. */
    public List<DescriptorGenerator> generators() {
        return List.copyOf(generators.values());
    }

    /** A conversion between two type codes; where no type is given bytes are moved. */
    ElementConversion conversion(int from, int to) {
        boolean bytes = from == to && from == Dtype.INVALID.code();
        return bytes
                ? new ElementConversion(codec(Dtype.UINT8.code()), codec(Dtype.UINT8.code()))
                : new ElementConversion(codec(from), codec(to));
    }

    /** Faults unless a run consists of whole elements. */
    void expectWholeElements(int type, int runBytes) {
        int bytes = type == Dtype.INVALID.code() ? 1 : codec(type).bytes();
        if (runBytes % bytes != 0) {
            throw new InstructionFaultException(
                    FaultKind.MISALIGNED, "runs of %d bytes hold no whole elements of %d".formatted(runBytes, bytes));
        }
    }

    private ElementCodec codec(int code) {
        return Dtype.fromCode(code)
                .flatMap(codecs::find)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_DTYPE, "a DMA of element type 0x%x".formatted(code)));
    }
}
