package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.BitSet;

/**
 * The 32-bit registers of a sequencer: 64 general ones, the program counter to read, the base of the address table.
 *
 * <p>Source: isa-encodings.md §4 (0xA7).
 */
public final class RegisterBank {
    /** Low and high half of the program counter, read-only. */
    public static final int PROGRAM_COUNTER = 128;
    /** Low and high half of the device address of the DGE address table. */
    public static final int TABLE_BASE = 130;

    private static final int GENERAL = 64;
    private static final int COUNT = 132;

    private final int[] registers = new int[COUNT];
    private final BitSet constants = new BitSet(COUNT);

    /** The content of a register. */
    public int get(int register) {
        return registers[checked(register)];
    }

    /** Two registers as one 64-bit number. */
    public long getLong(int low, int high) {
        return (get(low) & 0xFFFF_FFFFL) | (long) get(high) << Integer.SIZE;
    }

    /** Sets a register that a program may set. */
    public void set(int register, int value) {
        if (register == PROGRAM_COUNTER || register == PROGRAM_COUNTER + 1) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "register " + register + " is the program counter and read-only");
        }
        registers[checked(register)] = value;
        constants.clear(register);
    }

    /** Sets a register to a number that stands in the program. */
    public void setConstant(int register, int value) {
        set(register, value);
        constants.set(register);
    }

    /** Whether a register holds a number that stands in the program, nothing that was loaded or computed. */
    public boolean isConstant(int register) {
        return constants.get(checked(register));
    }

    void setProgramCounter(long address) {
        registers[PROGRAM_COUNTER] = (int) address;
        registers[PROGRAM_COUNTER + 1] = (int) (address >>> Integer.SIZE);
    }

    private static int checked(int register) {
        if ((register >= GENERAL && register < PROGRAM_COUNTER) || register < 0 || register >= COUNT) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, "there is no register " + register);
        }
        return register;
    }
}
