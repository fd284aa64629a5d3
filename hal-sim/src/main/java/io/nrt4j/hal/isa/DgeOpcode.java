package io.nrt4j.hal.isa;

import java.util.Optional;

/** What the descriptor generator does, in byte 15 of a pseudo DMA ({@code DGE_OPCODE}). Source: isa.md §4.5. */
public enum DgeOpcode implements WireCode {
    DIRECT2D(0),
    INDIRECT1D(1),
    TRANSPOSE(2),
    GATHER_TRANSPOSE(3);

    private static final CodeTable<DgeOpcode> CODES = CodeTable.of(values());

    private final int code;

    DgeOpcode(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<DgeOpcode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name();
    }

    /** The hardware opcode that the loader puts in place of {@link Opcode#PSEUDO_DMA_DIRECT2D}. */
    public Opcode loadedOpcode() {
        return switch (this) {
            case DIRECT2D -> Opcode.DMAMEMCPY;
            case INDIRECT1D -> Opcode.DMA_INDIRECT;
            case TRANSPOSE -> Opcode.DMA_TRANSPOSE;
            case GATHER_TRANSPOSE -> Opcode.DMA_GATHER_TRANSPOSE;
        };
    }
}
