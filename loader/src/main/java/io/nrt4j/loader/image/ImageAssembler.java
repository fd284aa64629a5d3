package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.DmaQueue;
import io.nrt4j.loader.manifest.DmaQueue.DescriptorGeneration;
import io.nrt4j.loader.manifest.ReplicaGroups;
import io.nrt4j.loader.manifest.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The images stage: one graph on one core becomes rings, tables and the five engines' images
 * ({@code sequencer_setup_instr}, {@code ib_create_eib}, {@code ib_create_one_block}).
 *
 * <p>Takes memory but writes none: the result says what is to be written. Source: image-assembly.md §3, §5.
 */
final class ImageAssembler {
    /** Engines in the order in which their images are built and allocated: by name, SP last. */
    static final List<EngineType> STAGING_ORDER =
            List.of(EngineType.ACT, EngineType.DVE, EngineType.PE, EngineType.POOL, EngineType.SP);

    /** The flags of the last step of fp8 set-up, which no known image contains. */
    private static final LogMessage NO_OCP = LogMessage.debug(
            "TDRV", "ib_create_one_block", "Engine %s does not require TPB programming for OCP enablement");

    /** Ours: the runtime's text is not known. */
    static final LogMessage TOO_MANY_INSTANCES =
            LogMessage.error("TDRV", "dma_queue_bundle_instance_lut_init", "Too many queue set instances: %u, max %u");

    private static final int MAX_QUEUE_INSTANCES = 512;
    private static final int IMAGE_ALIGNMENT = 0x8000;
    /** Source: image-assembly.md §5. */
    private static final int MAX_POSTAMBLE_BYTES = 0x10000;

    private static final int POINTER_BYTES = 8;

    private final AssemblyInput input;
    private final ImageMemory memory;
    private final Nlog nlog;
    private final Definition definition;
    private final RuntimeRegisters registers;
    private final Optional<RuntimeRegisters> peer;
    private final CollectiveProgram.Builder collectives = new CollectiveProgram.Builder();

    private ImageAssembler(AssemblyInput input, ImageMemory memory, Nlog nlog) {
        this.input = input;
        this.memory = memory;
        this.nlog = nlog;
        this.definition = input.graph().definition();
        this.registers = new RuntimeRegisters(input.map(), input.core());
        this.peer = input.peerCore().isPresent()
                ? Optional.of(new RuntimeRegisters(input.map(), input.peerCore().getAsInt()))
                : Optional.empty();
    }

    /**
     * Assembles a graph.
     *
     * @param input the graph and its core
     * @param memory gives places; whoever owns it takes them back when the load fails
     * @param nlog the log
     * @throws io.nrt4j.loader.diagnostics.LoadException if the runtime would refuse the graph
     */
    static CoreProgram assemble(AssemblyInput input, ImageMemory memory, Nlog nlog) {
        return new ImageAssembler(input, memory, nlog).assemble();
    }

    /** Whether any of the graphs holds a dynamic DMA with an extension slot behind it. Source: image-assembly.md §7.5. */
    static boolean hasBoundedDynamicDma(List<SourceGraph> graphs) {
        return graphs.stream().anyMatch(graph -> graph.any(ImageAssembler::hasBoundedDynamicDma));
    }

    private static boolean hasBoundedDynamicDma(SourceProgram program) {
        for (int i = 0; i + 1 < program.slots(); i++) {
            if (program.opcode(i) == Opcode.PSEUDO_DMA_DIRECT2D.code()
                    && program.opcode(i + 1) == Opcode.PSEUDO_EXTENSION.code()) {
                return true;
            }
        }
        return false;
    }

    private CoreProgram assemble() {
        new ReplicaGroupCheck(replicaGroups(), input.collectives().rank(), nlog).checkCount(input.profile());
        checkInstances();
        QueueIndices indices = new QueueIndices(definition.queues(), nlog);
        List<StaticQueue> queues =
                new QueuePlanner(definition, registers, peer, input.variables(), indices, nlog).plan(memory);
        EngineTables tables = EngineTables.place(definition, arch(), registers, memory);
        CorePlan plan = plan(indices, queues, tables);
        List<EngineImage> images = new ArrayList<>();
        for (EngineType engine : STAGING_ORDER) {
            if (definition.fp8().isPresent()) {
                nlog.log(NO_OCP, engine.key());
            }
            images.add(image(engine, plan));
        }
        return new CoreProgram(input, indices, plan, tables, images, collectives.build());
    }

    /** The limit fell with 2.31. Source: errors.md §6.1, R23. */
    private void checkInstances() {
        int instances =
                definition.queues().stream().mapToInt(q -> q.instances().size()).sum();
        if (instances > MAX_QUEUE_INSTANCES && input.profile().version().isBefore(2, 31)) {
            throw nlog.fail(
                    NrtStatus.NRT_RESOURCE, LoadStage.IMAGES, TOO_MANY_INSTANCES, instances, MAX_QUEUE_INSTANCES);
        }
    }

    private ReplicaGroups replicaGroups() {
        return definition.collectives().replicaGroups();
    }

    private CorePlan plan(QueueIndices indices, List<StaticQueue> queues, EngineTables tables) {
        Optional<Variable.DgeTable> addressTable = addressTable();
        OptionalLong argsTable = addressTable.isPresent()
                ? OptionalLong.of(memory.place(
                        new MemoryDemand(new MemoryDemand.ArgsTablePointer(), MemoryUsage.IO, POINTER_BYTES, 0)))
                : OptionalLong.empty();
        return new CorePlan(
                registers,
                peer,
                queues,
                generators(indices),
                tables.rings(),
                input.residents().request(),
                argsTable,
                addressTable.map(t -> t.varIds().size()).orElse(0),
                switchDescriptors(queues, argsTable.isPresent()),
                Stream.concat(Stream.of(input.residents().library()), input.libraries().images().stream())
                        .toList(),
                input.libraries().table(),
                arch() == Arch.TONGA ? 0 : CollectiveStreams.of(input.graph(), nlog),
                input.boundedDynamicDma());
    }

    private Optional<Variable.DgeTable> addressTable() {
        return definition.variables().stream()
                .filter(v -> v instanceof Variable.DgeTable)
                .map(v -> (Variable.DgeTable) v)
                .findFirst();
    }

    /** One for the event, one for the address table, two for each pair of rings to exchange. Source: dma.md §7. */
    private static int switchDescriptors(List<StaticQueue> queues, boolean hasAddressTable) {
        int pairs = queues.stream().mapToInt(StaticQueue::switchedEngines).sum();
        return 1 + (hasAddressTable ? 1 : 0) + 2 * pairs;
    }

    private DescriptorGenerators generators(QueueIndices indices) {
        List<DescriptorGenerators.Hardware> hardware = new ArrayList<>();
        Optional<DescriptorGenerators.Software> software = Optional.empty();
        for (DmaQueue queue : definition.queues()) {
            if (queue.dge() instanceof DescriptorGeneration.Hardware) {
                hardware.add(new DescriptorGenerators.Hardware(
                        indices.of(queue), queue.owner().orElse(EngineType.SP)));
            } else if (queue.dge() instanceof DescriptorGeneration.Software dge && software.isEmpty()) {
                software = Optional.of(
                        new DescriptorGenerators.Software(indices.of(queue), dge.scratchOffset(), dge.scratchSize()));
            }
        }
        return new DescriptorGenerators(hardware, software);
    }

    private Arch arch() {
        return input.map().geometry().arch();
    }

    private EngineImage image(EngineType engine, CorePlan plan) {
        ImageRecipe recipe = ImageRecipe.of(input.profile(), plan);
        ImageBuilder out = new ImageBuilder(engine);
        Label programStart = recipe.preamble(engine, out);
        int mainStart = out.code().slots();
        Label exit = new Label();
        BodyTranslator body = new BodyTranslator(
                input.graph().program(engine), translator(engine, plan), out, exit, Generation.of(arch()));
        body.translateMain();
        int mainEnd = out.code().slots();
        out.place(exit);
        out.beginRegion();
        recipe.postamble(engine, out, programStart);
        int functionsStart = out.code().slots();
        checkPostamble((functionsStart - mainEnd) * Slot.BYTES);
        body.translateFunctions();
        byte[] bytes = out.code().toBytes();
        long address = memory.place(
                new MemoryDemand(new MemoryDemand.Image(engine), usage(engine), bytes.length, IMAGE_ALIGNMENT));
        ImageSections sections =
                new ImageSections(programStart.slot(), mainStart, mainEnd, functionsStart, bytes.length / Slot.BYTES);
        return new EngineImage(engine, address, bytes, sections, out.patches(), out.origins());
    }

    private SlotTranslator translator(EngineType engine, CorePlan plan) {
        return arch() == Arch.TONGA
                ? SlotTranslator.verbatim()
                : new PseudoTranslator(new LoweringContext(
                        engine, definition, plan, input.variables(), collectives, input.collectives(), nlog));
    }

    private void checkPostamble(int bytes) {
        if (bytes > MAX_POSTAMBLE_BYTES) {
            throw new RuntimeAbortException(
                    LoadStage.IMAGES,
                    "common.c",
                    0x148,
                    "ib_create_one_block",
                    "post_process_size <= 0x10000",
                    nlog.records());
        }
    }

    private static MemoryUsage usage(EngineType engine) {
        return switch (engine) {
            case PE -> MemoryUsage.INSTR_PE;
            case ACT -> MemoryUsage.INSTR_ACT;
            case POOL -> MemoryUsage.INSTR_POOL;
            case DVE -> MemoryUsage.INSTR_DVE;
            case SP -> MemoryUsage.INSTR_SP;
        };
    }
}
