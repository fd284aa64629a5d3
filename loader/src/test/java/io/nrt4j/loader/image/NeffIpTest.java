package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Program;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The look-up of a NEFF instruction by its device address, and what it says when it fails: image-assembly.md §12.3. */
class NeffIpTest {
    private static final Slot LABEL = Slot.create(Opcode.PSEUDO_BRANCH_LABEL);
    private static final Slot NOP = Slot.create(Opcode.NOP);

    private final Nlog nlog = Nlog.silent();

    private static EngineImage image(Slot... slots) {
        return Program.load(InstanceType.TRN2_3XLARGE, Program.program(EngineType.SP, slots))
                .image(EngineType.SP);
    }

    private static long address(EngineImage image, int slot) {
        return image.address() + (long) slot * Slot.BYTES;
    }

    private OptionalInt lookUp(EngineImage image, int slot) {
        return image.neffIpOf(address(image, slot), nlog);
    }

    private List<String> lines() {
        return nlog.records().stream().map(LogRecord::message).toList();
    }

    @Test
    void whatIsFoundSaysNothing() {
        EngineImage image = image(NOP, LABEL, NOP, NOP);
        int main = image.sections().mainStart();
        assertThat(lookUp(image, main)).hasValue(1);
        // The label's number: the quirk of the real runtime.
        assertThat(lookUp(image, main + 1)).hasValue(2);
        assertThat(lookUp(image, main + 2)).hasValue(4);
        assertThat(lines()).isEmpty();
    }

    @Test
    void addressesAroundTheMainProgramAreOutOfBounds() {
        EngineImage image = image(LABEL, NOP);
        int main = image.sections().mainStart();
        assertThat(lookUp(image, main - 1)).isEmpty();
        assertThat(lookUp(image, main + 1)).isEmpty();
        assertThat(nlog.records())
                .allMatch(r -> r.level() == LogLevel.ERROR && r.module().equals("TDRV"))
                .extracting(LogRecord::function)
                .containsOnly("kbin_patch_device_ip_to_neff_ip");
        assertThat(lines())
                .containsExactly(
                        "device_ip 0x%x is out of bounds of the main buffer".formatted(address(image, main - 1)),
                        "device_ip 0x%x is out of bounds of the main buffer".formatted(address(image, main + 1)));
    }

    @Test
    void functionsBelongToTheBounds() {
        Slot begin = Program.text(Slot.create(Opcode.PSEUDO_FUNCTION_BEGIN), 12, "f");
        EngineImage image = image(LABEL, NOP, begin, NOP);
        int functions = image.sections().functionsStart();
        // The first slot of the function bears the number of its start, the third of the NEFF.
        assertThat(lookUp(image, functions)).hasValue(3);
        assertThat(lines()).isEmpty();
        assertThat(lookUp(image, functions - 1)).isEmpty();
        assertThat(lookUp(image, image.slots())).isEmpty();
        assertThat(lines())
                .containsExactly(
                        "device_ip 0x%x is out of bounds of main and function buffer"
                                .formatted(address(image, functions - 1)),
                        "device_ip 0x%x is out of bounds of main and function buffer"
                                .formatted(address(image, image.slots())));
    }

    /** As in all images of sunda, whose programs have no labels. */
    @Test
    void aProgramWithoutRecordsIsNotFound() {
        EngineImage image = image(NOP, NOP);
        assertThat(lookUp(image, image.sections().mainStart())).isEmpty();
        assertThat(lines()).containsExactly("Failed to find section 2 in the patch list");
    }

    /** The walk ends at the first slot that is not before the address. */
    @Test
    void anAddressInsideASlotHasTheNumberOfTheNext() {
        EngineImage image = image(NOP, NOP, LABEL, NOP);
        long second = address(image, image.sections().mainStart() + 1);
        assertThat(image.neffIpOf(second - 1, nlog)).hasValue(2);
        assertThat(image.neffIpOf(address(image, image.sections().mainEnd()) - 1, nlog))
                .isEmpty();
    }
}
