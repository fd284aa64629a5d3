package io.nrt4j.loader.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.image.PatchLocation;
import io.nrt4j.loader.image.PatchSection;
import io.nrt4j.loader.image.PatchType;
import java.util.OptionalInt;

/** Checks that device slots and NEFF slots find each other through patch table and origins. */
public final class ImageMapping {
    /** Walking from the start for every slot would be quadratic. */
    private static final int SAMPLES = 40;

    private ImageMapping() {}

    /** Checks all images of a core; returns the number of program slots looked at. */
    public static int check(CoreProgram program) {
        return program.images().stream().mapToInt(ImageMapping::check).sum();
    }

    private static int check(EngineImage image) {
        int start = image.sections().mainStart();
        int[] numbers = image.mainNeffIps();
        boolean hasRecords = !image.patches().in(PatchSection.MAIN).isEmpty();
        for (int i = 0; i < numbers.length; i++) {
            int slot = start + i;
            OptionalInt origin = image.origins().of(slot);
            assertThat(origin)
                    .as("origin of slot %d of %s", slot, image.engine())
                    .isPresent();
            // The quirk of image-assembly.md §12.3: records at the slot itself are not applied yet.
            assertThat(numbers[i]).isEqualTo(origin.getAsInt() + 1 - deletedAt(image, slot));
        }
        for (int i = 0; i < numbers.length; i += Math.max(1, numbers.length / SAMPLES)) {
            long address = image.address() + (long) (start + i) * Slot.BYTES;
            assertThat(image.neffIpOf(address, Nlog.silent()))
                    .isEqualTo(hasRecords ? OptionalInt.of(numbers[i]) : OptionalInt.empty());
            int neffIp = image.origins().of(start + i).getAsInt() + 1;
            long first = image.deviceIpOf(neffIp).orElseThrow();
            assertThat(first).isLessThanOrEqualTo(address);
            assertThat(image.origins().of(image.slotAt(first).getAsInt())).hasValue(neffIp - 1);
        }
        for (int slot = 0; slot < image.slots(); slot++) {
            boolean runtimeMade = !image.sections().isIn(PatchSection.MAIN, slot)
                    && !image.sections().isIn(PatchSection.FUNCTION, slot);
            assertThat(image.origins().of(slot).isEmpty()).isEqualTo(runtimeMade);
        }
        return numbers.length;
    }

    private static int deletedAt(EngineImage image, int slot) {
        return image.patches().in(PatchSection.MAIN).stream()
                .filter(l -> l.type() == PatchType.DELETE && l.slot() == slot)
                .mapToInt(PatchLocation::count)
                .sum();
    }
}
