package io.nrt4j.benchmark;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.isa.Field;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.container.ByteSource;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Decoding of real programs: the assembled images of all five engines, one slot after the other. One operation is one
 * slot.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SlotDecodeBenchmark {
    private static final int SLOTS = 1 << 14;

    @Param({"nkipy-matmul_small", "tkf-baseline_bf16_s1024", "chengli-conv2d_1_float32_smaller"})
    public String file = "";

    private ByteBuf program = Unpooled.EMPTY_BUFFER;
    private Generation generation = Generation.V3;
    private final Slot slot = new Slot();

    /** As many slots as an operation counts, the program over and over. */
    @Setup
    public void load() throws IOException {
        CorpusFile neff = new CorpusFile(file);
        ByteBuf all = Unpooled.buffer(SLOTS * Slot.BYTES);
        try (ByteSource source = neff.open();
                Instance instance = neff.instance();
                LoadedModel model = CorpusFile.load(source, instance)) {
            generation = Generation.of(neff.instanceType().arch());
            while (all.writableBytes() > 0) {
                for (EngineType engine : EngineType.values()) {
                    ByteBuf image = model.images().program(0).image(engine).content();
                    all.writeBytes(image, Math.min(image.readableBytes(), all.writableBytes()));
                }
            }
        }
        program = all;
    }

    /** What a sequencer asks of every slot: opcode, wait, update. */
    @Benchmark
    @OperationsPerInvocation(SLOTS)
    public long events() {
        long sum = 0;
        for (int at = 0; at < SLOTS * Slot.BYTES; at += Slot.BYTES) {
            sum += events(slot.wrap(program, at));
        }
        return sum;
    }

    private static long events(Slot slot) {
        Opcode opcode = slot.opcode().orElse(Opcode.INVALID);
        WaitMode wait = WaitMode.fromCode(slot.waitMode()).orElse(WaitMode.NONE);
        UpdateMode update = UpdateMode.fromCode(slot.updateMode()).orElse(UpdateMode.NONE);
        long enums = (opcode.isPseudo() ? 1L : 0) + wait.code() + update.code();
        return enums + slot.waitIndex() + slot.updateIndex() + slot.semaphoreValue();
    }

    /** Events and every named operand field, each by its own offset and width. */
    @Benchmark
    @OperationsPerInvocation(SLOTS)
    public long fields() {
        long sum = 0;
        for (int at = 0; at < SLOTS * Slot.BYTES; at += Slot.BYTES) {
            sum += events(slot.wrap(program, at));
            List<Field> fields = slot.opcode().orElse(Opcode.INVALID).layout().fields(generation);
            for (int i = 0; i < fields.size(); i++) {
                sum += sum(fields.get(i));
            }
        }
        return sum;
    }

    private long sum(Field field) {
        long sum = field.bits(slot);
        for (int word = Long.BYTES; word + Integer.BYTES <= field.bytes(); word += Integer.BYTES) {
            sum += slot.i32(field.offset() + word);
        }
        return sum;
    }

    /** For comparison: the decoded model with its records, which does allocate. */
    @Benchmark
    @OperationsPerInvocation(SLOTS)
    public long records() {
        long sum = 0;
        for (int at = 0; at < SLOTS * Slot.BYTES; at += Slot.BYTES) {
            sum += Instruction.decode(slot.wrap(program, at), generation).opcode().code();
        }
        return sum;
    }
}
