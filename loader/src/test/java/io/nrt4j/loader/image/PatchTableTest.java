package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The walk of image-assembly.md §12.3 and the record of §12.1. */
class PatchTableTest {
    /** The worked example: fused_fp32_s512 sg00 PE, 124 NEFF slots whose second is a label. */
    private static final PatchTable EXAMPLE = new PatchTable(List.of(
            new PatchLocation(0, 67, PatchType.INSERT, PatchSection.PREAMBLE),
            new PatchLocation(4352, 1, PatchType.DELETE, PatchSection.MAIN),
            new PatchLocation(12160, 11, PatchType.INSERT, PatchSection.POSTAMBLE)));

    private static int number(int offset) {
        return EXAMPLE.neffNumber(PatchSection.MAIN, 67, offset / 64);
    }

    @Test
    void theWorkedExample() {
        assertThat(number(4288)).isEqualTo(1);
        // The slot behind the removed label bears the label's number: the quirk of the real runtime.
        assertThat(number(4352)).isEqualTo(2);
        assertThat(number(4416)).isEqualTo(4);
        assertThat(number(12096)).isEqualTo(124);
    }

    @Test
    void oneWalkGivesTheSameNumbers() {
        int[] numbers = EXAMPLE.neffNumbers(PatchSection.MAIN, 67, 123);
        for (int i = 0; i < numbers.length; i++) {
            assertThat(numbers[i]).isEqualTo(EXAMPLE.neffNumber(PatchSection.MAIN, 67, 67 + i));
        }
    }

    @Test
    void insertedSlotsBearTheNumberOfTheSlotTheyWereMadeOf() {
        PatchTable table = new PatchTable(List.of(new PatchLocation(64, 1, PatchType.INSERT, PatchSection.MAIN)));
        assertThat(table.neffNumbers(PatchSection.MAIN, 0, 4)).containsExactly(1, 2, 2, 3);
    }

    @Test
    void modifiedSlotsStepBoth() {
        PatchTable table = new PatchTable(List.of(new PatchLocation(64, 1, PatchType.MODIFY, PatchSection.MAIN)));
        assertThat(table.neffNumbers(PatchSection.MAIN, 0, 3)).containsExactly(1, 2, 3);
    }

    @Test
    void emptyRegionsAreNotRecorded() {
        PatchTable.Builder builder = new PatchTable.Builder();
        builder.insert(5, 0, PatchSection.POSTAMBLE);
        builder.expansion(5, 1, PatchSection.MAIN);
        assertThat(builder.build().locations()).isEmpty();
        builder.expansion(5, 0, PatchSection.MAIN);
        builder.expansion(5, 3, PatchSection.MAIN);
        assertThat(builder.build().locations())
                .containsExactly(
                        new PatchLocation(320, 1, PatchType.DELETE, PatchSection.MAIN),
                        new PatchLocation(320, 2, PatchType.INSERT, PatchSection.MAIN));
    }

    @Test
    void recordsSurviveTheirSixteenBytes() {
        PatchLocation location = new PatchLocation(4352, 7, PatchType.DELETE, PatchSection.FUNCTION);
        ByteBuf bytes = Unpooled.buffer();
        location.encode(bytes);
        assertThat(bytes.readableBytes()).isEqualTo(PatchLocation.SIZE);
        assertThat(bytes.getIntLE(12)).isEqualTo(3);
        assertThat(PatchLocation.decode(bytes)).isEqualTo(location);
    }
}
