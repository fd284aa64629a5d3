package io.nrt4j.hal.isa;

/**
 * The operands of an instruction: one record per layout, grouped by the part of the core they drive.
 *
 * <p>Coded bytes are {@code int}s, addresses and raw immediates their 32 bits; the wire enums and {@link OnChipAddress}
 * read them.
 */
public sealed interface Operands
        permits PeOperands,
                ActOperands,
                VectorOperands,
                PoolOperands,
                ControlOperands,
                DmaOperands,
                PseudoOperands,
                TongaOperands,
                Operands.Opaque {
    /** A layout that is not known: all its bytes are {@link UnknownBytes}. */
    record Opaque() implements Operands {}
}
