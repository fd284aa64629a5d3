package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.loader.debuginfo.SlotOrigin;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One line of a listing.
 *
 * @param graph name of the graph
 * @param engine whose program it is
 * @param pc slot index in the program, as listed
 * @param opcode slot byte 0
 * @param mnemonic name of the instruction
 * @param operands text behind the name
 * @param bytes the slot: 64 bytes, but eight on the SP engine of v1
 * @param neffPc slot of the NEFF that it was made of; empty for the runtime's own instructions
 * @param section section of the loaded image; empty in a listing of the NEFF
 * @param address device address of the slot; empty in a listing of the NEFF
 * @param origin where the compiler's debug info says it came from
 */
public record ListedSlot(
        String graph,
        EngineType engine,
        int pc,
        int opcode,
        String mnemonic,
        String operands,
        Bytes bytes,
        OptionalInt neffPc,
        Optional<String> section,
        OptionalLong address,
        SlotOrigin origin) {
    /** Mnemonic and operands. */
    public String text() {
        return operands.isEmpty() ? mnemonic : mnemonic + " " + operands;
    }
}
