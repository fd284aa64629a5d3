package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.ucode.LibraryRegions.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts half of an address into an instruction. Plays {@code relocate_op}. Source: q7.md §3.7.
 *
 * <p>A 24-bit instruction has its bits 8 to 23 replaced, whatever its opcode (compilers emit CONST16 there, whose
 * immediate these bits are). An immediate of a FLIX bundle is recorded instead, see {@link FlixFormat}.
 */
final class InstructionPatcher {
    private static final LogMessage INVALID_ADDRESS =
            LogMessage.error("TDRV", "relocate_op", "Invalid relocation address %u");
    private static final LogMessage UNKNOWN_FORMAT =
            LogMessage.error("TDRV", "relocate_op", "Unknown instruction format [0x%x]");
    private static final LogMessage NO_SUCH_SLOT =
            LogMessage.error("TDRV", "relocate_op", "Failed to set large immediate field in instruction slot %i");

    private static final int SHORT_INSTRUCTION = 3;

    /** Clear in every 24-bit instruction. */
    private static final int LONG_FORMAT_BIT = 0x8;

    private static final int IMMEDIATE_SHIFT = 8;
    private static final int IMMEDIATE_BITS = 0xFFFF;

    private final LibraryRegions regions;
    private final Nlog nlog;
    private final List<FlixImmediate> flixImmediates = new ArrayList<>();

    InstructionPatcher(LibraryRegions regions, Nlog nlog) {
        this.regions = regions;
        this.nlog = nlog;
    }

    /** The immediates that were recorded instead of encoded. */
    List<FlixImmediate> flixImmediates() {
        return flixImmediates;
    }

    /**
     * Handles one site.
     *
     * @param site core-local address of the instruction, any byte
     * @param slot slot of the instruction in its bundle
     * @param high whether {@code value} is the high half
     * @param value the half, 16 bits
     * @throws PrelinkException with {@link XtlibStatus#RELOCATION_ERR} or {@link XtlibStatus#INSN_FMT_ERR}
     */
    void patch(long site, int slot, boolean high, int value) {
        Region region = regions.holding(site, SHORT_INSTRUCTION).orElseThrow(() -> invalidAddress(site));
        ByteBuf bytes = region.bytes();
        int at = region.offsetOf(site);
        // The real code loads a whole word, one byte past the region for an instruction at its very end.
        int word = at + Integer.BYTES <= region.size() ? bytes.getIntLE(at) : bytes.getUnsignedMediumLE(at);
        if ((word & LONG_FORMAT_BIT) == 0) {
            bytes.setByte(at, word & 0xF7);
            bytes.setShortLE(at + IMMEDIATE_SHIFT / Byte.SIZE, value & IMMEDIATE_BITS);
            return;
        }
        int length = bundleLength(word);
        if (!region.holds(site, length)) {
            throw invalidAddress(site);
        }
        int lastWord = bytes.getIntLE(at + length - Integer.BYTES);
        Optional<FlixFormat> format = FlixFormat.match(length, word, lastWord);
        if (format.isEmpty()) {
            nlog.log(NO_SUCH_SLOT, slot);
            throw new PrelinkException(XtlibStatus.RELOCATION_ERR);
        }
        flixImmediates.add(new FlixImmediate(site, slot, high, value, format.get()));
    }

    private int bundleLength(int word) {
        if ((word & 0x0100000F) == 0x0000000F || (word & 0xF) == 0xE) {
            return 16;
        }
        if ((word & 0x0300000F) == 0x0100000F) {
            return 8;
        }
        nlog.log(UNKNOWN_FORMAT, word);
        throw new PrelinkException(XtlibStatus.INSN_FMT_ERR);
    }

    private PrelinkException invalidAddress(long site) {
        nlog.log(INVALID_ADDRESS, site);
        return new PrelinkException(XtlibStatus.RELOCATION_ERR);
    }
}
