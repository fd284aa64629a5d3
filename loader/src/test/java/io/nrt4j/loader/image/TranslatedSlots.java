package io.nrt4j.loader.image;

import static io.nrt4j.loader.testing.Program.program;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.testing.Program;
import java.util.ArrayList;
import java.util.List;

/** What the loader makes of the slots of a program, for the tests of the translation. */
final class TranslatedSlots {
    private TranslatedSlots() {}

    /** The slots between preamble and postamble of an engine. */
    static List<Slot> mainSlots(CoreProgram program, EngineType engine) {
        EngineImage image = program.image(engine);
        List<Slot> slots = new ArrayList<>();
        for (int i = image.sections().mainStart(); i < image.sections().mainEnd(); i++) {
            slots.add(image.slot(i));
        }
        return slots;
    }

    /** What a program of these slots becomes on a trn2. */
    static List<Slot> translated(EngineType engine, Slot... slots) {
        return mainSlots(Program.load(InstanceType.TRN2_3XLARGE, program(engine, slots)), engine);
    }

    static List<Integer> opcodes(List<Slot> slots) {
        return slots.stream().map(Slot::opcodeCode).toList();
    }

    /** An instruction that waits for something and changes something. */
    static Slot slot(Opcode opcode) {
        return Slot.create(opcode).setWait(WaitMode.SEM_GE_IMM, 9, 3).setUpdate(UpdateMode.SEM_INC_COMPLETE, 10);
    }
}
