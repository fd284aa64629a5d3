package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.testing.ImageMapping;
import io.nrt4j.loader.testing.Program;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Slots of the NEFF and of the image find each other, whatever the program. Source: image-assembly.md §12.2, §12.3. */
class PatchTablePropertiesTest {
    /** Source slots by what becomes of them. */
    enum Kind {
        COPIED,
        REMOVED,
        ONE_FOR_ONE,
        BARRIER,
        SIX_SLOTS,
        EXIT,
        EXTENDED,
        BOUNDED;

        Stream<Slot> slots() {
            return switch (this) {
                case COPIED -> Stream.of(Slot.create(Opcode.NOP));
                case REMOVED ->
                    Stream.of(Slot.create(Opcode.PSEUDO_BRANCH_LABEL).setI32(12, 1));
                case ONE_FOR_ONE -> Stream.of(Slot.create(Opcode.PSEUDO_TENSOR_LOAD));
                case BARRIER -> Stream.of(Slot.create(Opcode.PSEUDO_SYNC_BARRIER));
                case SIX_SLOTS -> Stream.of(Slot.create(Opcode.PSEUDO_EMBEDDING_UPDATE));
                case EXIT -> Stream.of(Slot.create(Opcode.PSEUDO_INST).setU8(12, 1));
                case EXTENDED -> Stream.of(transfer(), Slot.create(Opcode.PSEUDO_EXTENSION));
                case BOUNDED ->
                    Stream.of(
                            transfer().setU8(38, 0x80 | 61),
                            Slot.create(Opcode.PSEUDO_EXTENSION).setI32(12, 4096));
            };
        }

        private static Slot transfer() {
            return Slot.create(Opcode.PSEUDO_DMA_DIRECT2D)
                    .setI64(16, 0x1000000000000000L)
                    .setI64(40, 0x1000000000000000L);
        }
    }

    @Property(tries = 100)
    void everySlotFindsItsSource(
            @ForAll EngineType engine,
            @ForAll @Size(max = 12) List<Kind> main,
            @ForAll @Size(max = 6) List<Kind> body) {
        Slot begin = Program.text(Slot.create(Opcode.PSEUDO_FUNCTION_BEGIN), 12, "f");
        Slot[] slots = Stream.of(
                        slots(main),
                        Stream.of(begin),
                        slots(body),
                        Stream.of(Slot.create(Opcode.PSEUDO_FUNCTION_RETURN)))
                .flatMap(s -> s)
                .toArray(Slot[]::new);
        CoreProgram program = Program.load(InstanceType.TRN2_3XLARGE, Program.program(engine, slots));
        int slotsOfMain = program.images().stream()
                .mapToInt(image -> image.sections().size(PatchSection.MAIN))
                .sum();
        assertThat(ImageMapping.check(program)).isEqualTo(slotsOfMain);
    }

    private static Stream<Slot> slots(List<Kind> kinds) {
        return kinds.stream().flatMap(Kind::slots);
    }
}
