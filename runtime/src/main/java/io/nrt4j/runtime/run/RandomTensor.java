package io.nrt4j.runtime.run;

import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.runtime.TensorElements;
import io.nrt4j.runtime.npy.NpyReader;
import java.util.SplittableRandom;

/**
 * Reproducible contents for an input: the same on every machine for the same seed, rank and name.
 *
 * <p>Floats lie in [-1, 1). Integers lie in 0 to 7, and bool in 0 to 1, so that they are legal where a program takes
 * them for positions, tokens or numbers of experts.
 */
final class RandomTensor {
    private static final int CHUNK = 1 << 18;
    private static final int INTEGERS = 8;
    private static final int TRUTH_VALUES = 2;

    private final NrtDtype dtype;
    private final long elements;
    private final boolean isBool;
    private final SplittableRandom random;

    RandomTensor(TensorInfo info, long seed, int rank) {
        this.dtype = info.dtype().asNumeric();
        this.elements = info.size() / dtype.bytes();
        this.isBool = info.dtypeText().equals("bool");
        // Generators whose seeds are near to each other give the same numbers, shifted; hence the first one.
        long stream = new SplittableRandom(31L * info.name().hashCode() + rank).nextLong();
        this.random = new SplittableRandom(seed ^ stream);
    }

    void copyTo(NpyReader.Sink sink) {
        for (long done = 0; done < elements; done += CHUNK) {
            float[] values = new float[(int) Math.min(CHUNK, elements - done)];
            for (int i = 0; i < values.length; i++) {
                values[i] = next();
            }
            byte[] bytes = TensorElements.encode(dtype, values);
            sink.write(done * dtype.bytes(), bytes, 0, bytes.length);
        }
    }

    private float next() {
        return switch (dtype) {
            case FLOAT16, BFLOAT16, FLOAT32, FP32R, FP8_E3, FP8_E4, FP8_E5 -> (float) (random.nextDouble() * 2 - 1);
            default -> random.nextInt(isBool ? TRUTH_VALUES : INTEGERS);
        };
    }
}
