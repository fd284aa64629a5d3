package io.nrt4j.loader.pack.gzip;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * Tells stock zlib from others by its output.
 *
 * <p>The inputs and, for level 1, the outputs are those of producer.md §5.3; the check values of the other levels
 * were made with the same zlib 1.2.13.
 */
final class DeflateSelfTest {
    private static final int LCG_SEED = 12345;
    private static final int LCG_FACTOR = 1103515245;
    private static final int LCG_MASK = 0x7fff_ffff;

    /** CRC-32 of the outputs of all inputs in a row, by level; level 0 stores and is not used. */
    private static final int[] STOCK = {
        0,
        0xb2af_ef09,
        0x0d81_0e57,
        0xbae7_008e,
        0xa3d8_5105,
        0x46fd_1125,
        0xd5e8_2500,
        0xa125_f574,
        0xf908_b2c8,
        0xf908_b2c8
    };

    private DeflateSelfTest() {}

    /** Whether the encoders that {@code encoder} gives are stock zlib's at {@code level}, memory level 8. */
    static boolean passes(Supplier<RawDeflater> encoder, int level) {
        CRC32 check = new CRC32();
        inputs().forEach(input -> check.update(deflate(encoder.get(), input)));
        return (int) check.getValue() == STOCK[level];
    }

    /** What {@code encoder} makes of {@code input}. */
    static byte[] deflate(RawDeflater encoder, byte[] input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            encoder.write(input, 0, input.length, out);
            encoder.finish(out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot happen in memory", e);
        }
        return out.toByteArray();
    }

    /** The inputs in the order of the sheet's table. */
    static List<byte[]> inputs() {
        byte[] counting = new byte[70_000];
        for (int i = 0; i < counting.length; i++) {
            counting[i] = (byte) i;
        }
        return List.of(
                new byte[0],
                new byte[] {'a'},
                new byte[1000],
                pseudoRandom(0x0f, 100_000),
                pseudoRandom(0x03, 200_000),
                pseudoRandom(0xff, 70_000),
                counting);
    }

    private static byte[] pseudoRandom(int mask, int length) {
        byte[] bytes = new byte[length];
        int x = LCG_SEED;
        for (int i = 0; i < length; i++) {
            x = (x * LCG_FACTOR + LCG_SEED) & LCG_MASK;
            bytes[i] = (byte) (x >> 16 & mask);
        }
        return bytes;
    }
}
