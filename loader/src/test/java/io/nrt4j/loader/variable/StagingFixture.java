package io.nrt4j.loader.variable;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.AllocationSet;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.ActivationTables;
import io.nrt4j.loader.manifest.BackingBuffer;
import io.nrt4j.loader.manifest.Collectives;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Payload;
import io.nrt4j.loader.manifest.ReplicaGroups;
import io.nrt4j.loader.manifest.SourceTargetPairs;
import io.nrt4j.loader.manifest.StateBufferReservation;
import io.nrt4j.loader.manifest.Variable;
import io.nrt4j.loader.manifest.VariableAttributes;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/** Graphs of nothing but variables, and an instance to stage them on. */
final class StagingFixture implements AutoCloseable {
    final Instance instance;
    final LogicalCore core;
    final Device device;
    Nlog nlog = Nlog.silent();
    RuntimeProfile profile = RuntimeProfile.DEFAULT;
    StagingOptions options = StagingOptions.DEFAULT;
    private int nextModel = 1001;

    StagingFixture(InstanceType type, int logicalCoreSize, DeviceOptions deviceOptions) {
        this(type, logicalCoreSize, 0, deviceOptions);
    }

    StagingFixture(InstanceType type, int logicalCoreSize, int logicalCore, DeviceOptions deviceOptions) {
        instance = new Instance(type, logicalCoreSize, deviceOptions);
        core = instance.logicalCore(logicalCore);
        device = core.device();
    }

    static StagingFixture trn2() {
        return new StagingFixture(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT);
    }

    /** What a load leaves behind. */
    record Staged(StagedVariables variables, AllocationSet memory) {}

    /** Stages and commits. A failure gives everything back, as a failed load does. */
    Staged stage(Definition... graphs) {
        try (AllocationScope scope = device.heap().open(AllocationOwner.model(nextModel++, "m.neff"))) {
            StagedVariables staged = VariableStager.stage(List.of(graphs), core, allocator(scope), profile, options);
            staged.write();
            return new Staged(staged, scope.commit());
        }
    }

    StagingAllocator allocator(AllocationScope scope) {
        return new StagingAllocator(device, scope, new OutOfMemoryReport(profile, instance.logicalCoreSize()), nlog);
    }

    List<String> log() {
        return nlog.records().stream().map(LogRecord::message).toList();
    }

    static Definition graph(String name, Variable... variables) {
        return graph(name, List.of(), variables);
    }

    static Definition graph(String name, List<StateBufferReservation> reservations, Variable... variables) {
        return new Definition(
                name,
                name + "/def.json",
                name,
                Arch.CAYMAN,
                List.of(variables),
                List.of(),
                List.of(),
                new EnumMap<>(EngineType.class),
                ActivationTables.NONE,
                Optional.empty(),
                new Collectives(ReplicaGroups.NONE, SourceTargetPairs.NONE, 1),
                reservations,
                Optional.empty(),
                List.of(),
                new Definition.Declarations("0.6", List.of(), 12, 3));
    }

    static Variable sb(int id) {
        return new Variable.StateBuffer(VariableAttributes.of("SB", id));
    }

    static Variable input(int id, String name, long size) {
        return new Variable.Input(VariableAttributes.of(name, id), size);
    }

    static Variable output(int id, String name, long size) {
        return new Variable.Output(VariableAttributes.of(name, id), size);
    }

    static Variable tmp(int id, String name, long size) {
        return new Variable.TmpBuffer(VariableAttributes.of(name, id), size, Optional.empty());
    }

    static Variable window(int id, String name, long offset, long size) {
        return window(id, name, offset, size, BackingBuffer.LOCAL);
    }

    static Variable window(int id, String name, long offset, long size, BackingBuffer backing) {
        return new Variable.Virtual(VariableAttributes.of(name, id), size, offset, backing, Optional.empty());
    }

    static Variable file(int id, String name, long alignment, byte[] content) {
        return file(id, name, alignment, content.length, Unpooled.wrappedBuffer(content));
    }

    static Variable file(int id, String name, long alignment, long size, ByteBuf... chunks) {
        List<ByteBuf> parts = List.of(chunks);
        return new Variable.FileBuffer(
                new VariableAttributes(name, id, alignment, "", List.of()),
                size,
                new Payload(
                        "sg00/" + name,
                        parts,
                        parts.stream().mapToLong(ByteBuf::readableBytes).sum()),
                Optional.empty());
    }

    @Override
    public void close() {
        instance.close();
    }
}
