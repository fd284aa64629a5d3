package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.InstanceFamily;
import java.nio.charset.StandardCharsets;

/**
 * {@code nrt_instance_info_t}. Source: nrt-api.md §2, §4.1.
 *
 * @param size the C value of the instance size
 * @param archName such as {@code Trn2}
 */
public record NrtInstanceInfo(InstanceFamily family, int size, String archName, String deviceRevision) {
    /** Bytes of the struct. */
    public static final int BYTES = 32;

    private static final int SIZE = 4;
    private static final int ARCH_NAME = 8;
    private static final int DEVICE_REVISION = 24;

    /** Writes the struct, little-endian, to the next {@value #BYTES} bytes. */
    public void encode(ByteBuf out) {
        int at = out.writerIndex();
        out.writeZero(BYTES);
        out.setIntLE(at, family.code());
        out.setIntLE(at + SIZE, size);
        out.setCharSequence(at + ARCH_NAME, archName, StandardCharsets.US_ASCII);
        out.setCharSequence(at + DEVICE_REVISION, deviceRevision, StandardCharsets.US_ASCII);
    }
}
