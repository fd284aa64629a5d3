package io.nrt4j.loader.ucode;

import io.nrt4j.hal.q7.KernelRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The kernel tables of the provider's libraries, with link addresses, as far as they are known. Source: q7.md §6.1,
 * §6.2.
 *
 * <p>The rows of the libraries 1 and 2 are not known: they have none here.
 */
final class KernelCatalogue {
    private static final int ANY = 0;

    private static final List<KernelRow> CAYMAN_0 = List.of(
            KernelRow.of(0x7E, ANY, 0x01000080), // iota
            KernelRow.of(0x7C, ANY, 0x010003F8), // cross_lane_reduce_arith
            KernelRow.of(0x7D, ANY, 0x01000410), // cross_lane_reduce_bitvec
            KernelRow.of(0x45, ANY, 0x01000B90), // decode_pool
            KernelRow.of(0x51, ANY, 0x0100105C),
            KernelRow.of(0x41, ANY, 0x01000F1C), // tensor_tensor_arith
            KernelRow.of(0xF0, 0, 0x01003370), // ExtendedInstEngineNop
            KernelRow.of(0xF0, 1, 0x01003380), // ExtendedInstCopy
            KernelRow.of(0xF0, 2, 0x01003484), // ExtendedInstTensorTensorArith
            KernelRow.of(0xF0, 4, 0x010037A8),
            KernelRow.of(0xF0, 3, 0x01003A60),
            KernelRow.of(0x52, ANY, 0x01003B40),
            KernelRow.of(0x46, ANY, 0x010040C0), // copy
            KernelRow.of(0x47, ANY, 0x01004160), // cast
            KernelRow.of(0xBE, ANY, 0x01004204), // get_sequence_bounds
            KernelRow.of(0xF2, ANY, 0x0100484C), // nonzero_with_count
            KernelRow.of(0x7B, ANY, 0x01004DC4)); // tensor_dequantize

    private static final List<KernelRow> CAYMAN_3 = List.of(
            KernelRow.of(0x7E, ANY, 0x01000080),
            KernelRow.of(0x7C, ANY, 0x010003F8),
            KernelRow.of(0x7D, ANY, 0x01000410),
            KernelRow.of(0x45, ANY, 0x01000B90),
            KernelRow.of(0xBE, ANY, 0x01000DAC),
            KernelRow.of(0xF2, ANY, 0x010013F4),
            KernelRow.of(0x7B, ANY, 0x01001964),
            KernelRow.of(0xE4, ANY, 0x01002258), // conv_lut_load
            KernelRow.of(0xF0, 7, 0x01003B64)); // cptc decode

    private static final List<KernelRow> SUNDA_0 = List.of(
            KernelRow.of(0xE7, ANY, 0x01000748),
            KernelRow.of(0x74, ANY, 0x01001904),
            KernelRow.of(0x67, ANY, 0x010023C4),
            KernelRow.of(0x68, ANY, 0x01002590),
            KernelRow.of(0x46, ANY, 0x01002700),
            KernelRow.of(0x47, ANY, 0x01002844),
            KernelRow.of(0xB8, ANY, 0x01002F80),
            KernelRow.of(0xBB, ANY, 0x0100474C),
            KernelRow.of(0x7E, ANY, 0x01005E80),
            KernelRow.of(0x41, ANY, 0x01006398),
            KernelRow.of(0x7C, ANY, 0x01007D30),
            KernelRow.of(0x7D, ANY, 0x01007D48),
            KernelRow.of(0x49, ANY, 0x01007FC4),
            KernelRow.of(0x7A, ANY, 0x010084DC),
            KernelRow.of(0x79, ANY, 0x01008520),
            KernelRow.of(0x43, ANY, 0x0100A0D8),
            KernelRow.of(0x44, ANY, 0x0100A0D8),
            KernelRow.of(0x92, ANY, 0x0100A118));

    /** How far MARIANA's functions lie behind CAYMAN's; for some it is twice that, for which is not known. */
    private static final int MARIANA_SHIFT = 8;

    private KernelCatalogue() {}

    static List<KernelRow> of(ExtIsaBlob blob) {
        return switch (blob) {
            case CAYMAN_0 -> CAYMAN_0;
            case CAYMAN_3 -> CAYMAN_3;
            case MARIANA_0 -> shifted(CAYMAN_0);
            case MARIANA_3 -> shifted(CAYMAN_3);
            case SUNDA_0 -> SUNDA_0;
            case CAYMAN_1, CAYMAN_2, MARIANA_1, MARIANA_2 -> List.of();
        };
    }

    private static List<KernelRow> shifted(List<KernelRow> rows) {
        List<KernelRow> shifted = new ArrayList<>();
        for (KernelRow row : rows) {
            shifted.add(new KernelRow(row.key(), row.address() + MARIANA_SHIFT));
        }
        return shifted;
    }
}
