package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.DmaQueue;
import java.util.List;
import java.util.OptionalLong;

/**
 * Everything that one graph puts on one core: images, static queues with their rings, tables, collective operations.
 *
 * <p>Immutable; {@link #write} is what changes the device.
 */
public final class CoreProgram {
    /** Takes bytes for a device address. */
    @FunctionalInterface
    public interface Writer {
        /** Writes the readable bytes; the buffer is the caller's and may be reused after the call. */
        void write(long address, ByteBuf bytes);
    }

    private final AssemblyInput input;
    private final QueueIndices indices;
    private final CorePlan plan;
    private final EngineTables tables;
    private final List<EngineImage> images;
    private final CollectiveProgram collectives;

    CoreProgram(
            AssemblyInput input,
            QueueIndices indices,
            CorePlan plan,
            EngineTables tables,
            List<EngineImage> images,
            CollectiveProgram collectives) {
        this.input = input;
        this.indices = indices;
        this.plan = plan;
        this.tables = tables;
        this.images = List.copyOf(images);
        this.collectives = collectives;
    }

    /** Name of the graph, such as {@code sg00}. */
    public String graph() {
        return input.graph().definition().name();
    }

    /** The physical core. */
    public int core() {
        return input.core();
    }

    /** The images, in staging order. */
    public List<EngineImage> images() {
        return images;
    }

    /** The image of an engine. */
    public EngineImage image(EngineType engine) {
        return images.stream()
                .filter(i -> i.engine() == engine)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no image of " + engine));
    }

    /** The queue index of a queue set of the graph, the same on every DMA engine. */
    public int queueIndex(DmaQueue queue) {
        return indices.of(queue);
    }

    /** The static queue sets and their instances, by index. */
    public List<StaticQueue> queues() {
        return plan.queues();
    }

    /** The dynamic queue sets. */
    public DescriptorGenerators generators() {
        return plan.generators();
    }

    /** The rings that carry tables to engines. */
    public List<TableRing> tableRings() {
        return tables.rings();
    }

    /** Device address of the core's execution request. */
    public long request() {
        return plan.request();
    }

    /** Device address of the pointer to the DGE address table; empty for a graph without one. */
    public OptionalLong argsTable() {
        return plan.argsTable();
    }

    /** Descriptors that PE starts on the I/O switch ring before each inference. */
    public int switchDescriptors() {
        return plan.switchDescriptors();
    }

    /** The collective operations. */
    public CollectiveProgram collectives() {
        return collectives;
    }

    /** Writes images, tables, ring descriptors and the constant of semaphore updates to the device. */
    public void write(Writer writer) {
        long one = input.residents().constantOne();
        writer.write(one, Unpooled.wrappedBuffer(new byte[] {1, 0, 0, 0}));
        tables.write(plan.registers(), one, writer);
        for (StaticQueue queue : plan.queues()) {
            for (int engine = 0; engine < queue.set().engines(); engine++) {
                writeRings(queue, engine, one, writer);
            }
        }
        for (EngineImage image : images) {
            writer.write(image.address(), image.content());
        }
    }

    /**
     * Brings the weights of pinned queues into the state buffer, after all memory is written.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException for a block that does anything else
     */
    void runPinnedQueues(Bus bus, Nlog nlog) {
        PinnedQueues pinned = new PinnedQueues(bus, nlog);
        plan.queues().forEach(pinned::run);
    }

    private static void writeRings(StaticQueue queue, int engine, long one, Writer writer) {
        ByteBuf m2s = Unpooled.buffer(1024);
        ByteBuf s2m = Unpooled.buffer(1024);
        queue.set().writeRings(engine, one, m2s, s2m);
        writer.write(queue.rings().address(engine, DmaSide.M2S), m2s);
        writer.write(queue.rings().address(engine, DmaSide.S2M), s2m);
    }
}
