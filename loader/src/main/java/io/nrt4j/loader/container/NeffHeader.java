package io.nrt4j.loader.container;

import io.netty.buffer.ByteBuf;
import java.util.UUID;

/**
 * {@code neff_header_t}: the first 1024 bytes of a NEFF, little-endian and packed.
 *
 * <p>Decoding keeps every byte, used or not, so that encoding gives the same 1024 bytes again. Unsigned 64-bit fields
 * are held in {@code long}s and must be compared unsigned. Source: container.md §2.
 *
 * @param packageVersion packager dialect: 1 = bare tar and SHA-256, 2 = gzip tar and MD5
 * @param headerSize 0x400 in every known file; the payload starts at 0x400 whatever this says
 * @param dataSize bytes of the payload as stored: compressed, padding included
 * @param versionMajor NEFF version
 * @param versionMinor NEFF version
 * @param buildVersion 128 bytes, a label of the build that wrote the file; mostly empty
 * @param numTpb TPBs needed
 * @param hash 32 bytes: SHA-256, or MD5 in the first 16
 * @param uuid key of the parse cache, 16 bytes in RFC 4122 order
 * @param name 256 bytes, the model name with NUL behind it
 * @param requestedTpbCount TPBs asked for when compiling
 * @param tpbPerNode 64 bytes, TPBs of each kelf node
 * @param featureBits what a runtime must be able to do, see {@link FeatureBit}
 * @param vncSize logical-core size that the NEFF needs; holds with feature bit {@link FeatureBit#VNC}
 * @param pad 468 bytes of no known meaning
 */
public record NeffHeader(
        long packageVersion,
        long headerSize,
        long dataSize,
        long versionMajor,
        long versionMinor,
        ByteField buildVersion,
        int numTpb,
        ByteField hash,
        UUID uuid,
        ByteField name,
        int requestedTpbCount,
        ByteField tpbPerNode,
        long featureBits,
        int vncSize,
        ByteField pad) {

    /** Bytes of the structure, and the offset of the payload. */
    public static final int SIZE = 0x400;

    static final int PACKAGE_VERSION_OFFSET = 0x000;
    static final int HEADER_SIZE_OFFSET = 0x008;
    static final int DATA_SIZE_OFFSET = 0x010;
    static final int VERSION_MAJOR_OFFSET = 0x018;
    static final int VERSION_MINOR_OFFSET = 0x020;
    static final int BUILD_VERSION_OFFSET = 0x028;
    static final int BUILD_VERSION_LENGTH = 128;
    static final int NUM_TPB_OFFSET = 0x0A8;
    static final int HASH_OFFSET = 0x0AC;
    static final int HASH_LENGTH = 32;
    static final int UUID_OFFSET = 0x0CC;
    static final int NAME_OFFSET = 0x0DC;
    static final int NAME_LENGTH = 256;
    static final int REQUESTED_TPB_COUNT_OFFSET = 0x1DC;
    static final int TPB_PER_NODE_OFFSET = 0x1E0;
    static final int TPB_PER_NODE_LENGTH = 64;
    static final int FEATURE_BITS_OFFSET = 0x220;
    static final int VNC_SIZE_OFFSET = 0x228;
    static final int PAD_OFFSET = 0x22C;
    static final int PAD_LENGTH = SIZE - PAD_OFFSET;

    /** The destination of {@code neff_copy_name} holds 255 characters and a NUL. */
    private static final int COPIED_NAME_LIMIT = 255;

    /** Checks the lengths of the fixed fields. */
    public NeffHeader {
        requireLength("buildVersion", buildVersion, BUILD_VERSION_LENGTH);
        requireLength("hash", hash, HASH_LENGTH);
        requireLength("name", name, NAME_LENGTH);
        requireLength("tpbPerNode", tpbPerNode, TPB_PER_NODE_LENGTH);
        requireLength("pad", pad, PAD_LENGTH);
    }

    /**
     * Reads the header that starts at the reader index, which is left where it is.
     *
     * @throws IndexOutOfBoundsException if fewer than {@link #SIZE} bytes can be read
     */
    public static NeffHeader decode(ByteBuf in) {
        int at = in.readerIndex();
        return new NeffHeader(
                in.getLongLE(at + PACKAGE_VERSION_OFFSET),
                in.getLongLE(at + HEADER_SIZE_OFFSET),
                in.getLongLE(at + DATA_SIZE_OFFSET),
                in.getLongLE(at + VERSION_MAJOR_OFFSET),
                in.getLongLE(at + VERSION_MINOR_OFFSET),
                ByteField.decode(in, BUILD_VERSION_OFFSET, BUILD_VERSION_LENGTH),
                in.getIntLE(at + NUM_TPB_OFFSET),
                ByteField.decode(in, HASH_OFFSET, HASH_LENGTH),
                // RFC 4122 order is the order of the stored bytes: the one big-endian field.
                new UUID(in.getLong(at + UUID_OFFSET), in.getLong(at + UUID_OFFSET + Long.BYTES)),
                ByteField.decode(in, NAME_OFFSET, NAME_LENGTH),
                in.getIntLE(at + REQUESTED_TPB_COUNT_OFFSET),
                ByteField.decode(in, TPB_PER_NODE_OFFSET, TPB_PER_NODE_LENGTH),
                in.getLongLE(at + FEATURE_BITS_OFFSET),
                in.getIntLE(at + VNC_SIZE_OFFSET),
                ByteField.decode(in, PAD_OFFSET, PAD_LENGTH));
    }

    /** Appends the {@link #SIZE} bytes of this header to {@code out}. */
    public void encode(ByteBuf out) {
        out.writeLongLE(packageVersion)
                .writeLongLE(headerSize)
                .writeLongLE(dataSize)
                .writeLongLE(versionMajor)
                .writeLongLE(versionMinor);
        buildVersion.encode(out);
        out.writeIntLE(numTpb);
        hash.encode(out);
        out.writeLong(uuid.getMostSignificantBits()).writeLong(uuid.getLeastSignificantBits());
        name.encode(out);
        out.writeIntLE(requestedTpbCount);
        tpbPerNode.encode(out);
        out.writeLongLE(featureBits).writeIntLE(vncSize);
        pad.encode(out);
    }

    /**
     * The model name as {@code neff_copy_name} copies it: up to the first NUL, at most 255 bytes. This is the name in
     * every log line.
     */
    public String modelName() {
        return name.text(COPIED_NAME_LIMIT);
    }

    /** The build label up to its first NUL. */
    public String buildLabel() {
        return buildVersion.text(BUILD_VERSION_LENGTH);
    }

    /** Whether {@code bit} is set. */
    public boolean has(FeatureBit bit) {
        return (featureBits & bit.mask()) != 0;
    }

    private static void requireLength(String field, ByteField value, int length) {
        if (value.length() != length) {
            throw new IllegalArgumentException(field + " has " + length + " bytes, not " + value.length());
        }
    }
}
