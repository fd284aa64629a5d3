package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code mla_resources}: the working set of one graph while its files are read. {@link KbinGenerator} turns it into a
 * {@link Definition}. Source: manifest.md §8.1.
 */
final class MlaResources {
    /** {@code TI.target}. */
    final Arch target;
    /** {@code MI}. */
    final MemRefInfo memRefs;
    /** {@code DI}: the queues by name, in file order. */
    final Map<String, DmaQueue> queues = new LinkedHashMap<>();
    /** {@code DI}: blocks of the definition itself. */
    final List<DmaBlock> dmaBlocks = new ArrayList<>();
    /** {@code DI}: the function that owns the next block of a queue set or instance. */
    final Map<String, String> functions = new HashMap<>();
    /** {@code INS}. */
    final Map<EngineType, EngineProgram> engines = new EnumMap<>(EngineType.class);
    /** {@code ACT_F}. */
    ActivationTables activation = ActivationTables.NONE;
    /** {@code DVE}. */
    Optional<DveTables> dveTables = Optional.empty();
    /** {@code RGI}. */
    ReplicaGroups replicaGroups = ReplicaGroups.NONE;
    /** {@code SRCTGTPI}. */
    SourceTargetPairs sourceTargetPairs = SourceTargetPairs.NONE;
    /** {@code UCODE_LIBS}. */
    final List<UcodeLibraryReference> ucodeLibraries = new ArrayList<>();
    /** {@code SB_CARVE}. */
    final List<StateBufferReservation> stateBufferReservations = new ArrayList<>();
    /** {@code CCSTMI}. */
    int ccStreams = 1;
    /** {@code FP8_CONV_CFG}. */
    Optional<Fp8ConversionConfig> fp8 = Optional.empty();
    /** Keys that the runtime does not read. */
    Definition.Declarations declarations = new Definition.Declarations("", List.of(), 0, 0);

    MlaResources(Arch target, ParseContext context) {
        this.target = target;
        this.memRefs = new MemRefInfo(context);
    }
}
