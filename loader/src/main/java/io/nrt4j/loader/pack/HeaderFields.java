package io.nrt4j.loader.pack;

import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.container.NeffHeader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The header fields that the packager is told, against those that it computes from the payload. Immutable: every
 * setter returns a changed copy.
 */
public final class HeaderFields {
    private static final int BUILD_VERSION_LENGTH = 128;
    private static final int HASH_LENGTH = 32;
    private static final int NAME_LENGTH = 256;
    /** The last byte of the name field stays NUL. */
    private static final int NAME_LIMIT = NAME_LENGTH - 1;

    private static final int NODES = 64;
    private static final int PAD_LENGTH = 468;

    private long packageVersion = 2;
    private long headerSize = NeffHeader.SIZE;
    private long versionMajor = 2;
    private long versionMinor;
    private ByteField buildVersion = ByteField.zeros(BUILD_VERSION_LENGTH);
    private int numTpb = 1;
    private ByteField hash = ByteField.zeros(HASH_LENGTH);
    private Optional<UUID> uuid = Optional.empty();
    private ByteField name = ByteField.zeros(NAME_LENGTH);
    private int requestedTpbCount = 1;
    private ByteField tpbPerNode = firstNode();
    private long featureBits;
    private int vncSize = 1;
    private ByteField pad = ByteField.zeros(PAD_LENGTH);

    /** What every compiler-made header has: package 2, version 2.0, one TPB on the first node. */
    public HeaderFields() {}

    private HeaderFields(HeaderFields other) {
        packageVersion = other.packageVersion;
        headerSize = other.headerSize;
        versionMajor = other.versionMajor;
        versionMinor = other.versionMinor;
        buildVersion = other.buildVersion;
        numTpb = other.numTpb;
        hash = other.hash;
        uuid = other.uuid;
        name = other.name;
        requestedTpbCount = other.requestedTpbCount;
        tpbPerNode = other.tpbPerNode;
        featureBits = other.featureBits;
        vncSize = other.vncSize;
        pad = other.pad;
    }

    /** The fields of an existing header. */
    public HeaderFields(NeffHeader header) {
        packageVersion = header.packageVersion();
        headerSize = header.headerSize();
        versionMajor = header.versionMajor();
        versionMinor = header.versionMinor();
        buildVersion = header.buildVersion();
        numTpb = header.numTpb();
        hash = header.hash();
        uuid = Optional.of(header.uuid());
        name = header.name();
        requestedTpbCount = header.requestedTpbCount();
        tpbPerNode = header.tpbPerNode();
        featureBits = header.featureBits();
        vncSize = header.vncSize();
        pad = header.pad();
    }

    private static ByteField firstNode() {
        byte[] nodes = new byte[NODES];
        nodes[0] = 1;
        return ByteField.of(nodes);
    }

    /** {@code pkg_version}. */
    public HeaderFields packageVersion(long value) {
        HeaderFields copy = new HeaderFields(this);
        copy.packageVersion = value;
        return copy;
    }

    /** {@code header_size}; anything but 1024 makes a file that only tests want. */
    public HeaderFields headerSize(long value) {
        HeaderFields copy = new HeaderFields(this);
        copy.headerSize = value;
        return copy;
    }

    /** {@code neff_version_major} and {@code neff_version_minor}. */
    public HeaderFields version(long major, long minor) {
        HeaderFields copy = new HeaderFields(this);
        copy.versionMajor = major;
        copy.versionMinor = minor;
        return copy;
    }

    /** {@code neff_build_version}, at most 128 bytes. */
    public HeaderFields buildVersion(String label) {
        HeaderFields copy = new HeaderFields(this);
        copy.buildVersion = ByteField.text(label, BUILD_VERSION_LENGTH);
        return copy;
    }

    /** {@code num_tpb}. */
    public HeaderFields numTpb(int value) {
        HeaderFields copy = new HeaderFields(this);
        copy.numTpb = value;
        return copy;
    }

    /** The hash field, 32 bytes; kept only under {@link HashForm#VERBATIM}. */
    public HeaderFields hash(ByteField value) {
        HeaderFields copy = new HeaderFields(this);
        copy.hash = value;
        return copy;
    }

    /** {@code uuid}; when not set, it is made from the payload. */
    public HeaderFields uuid(UUID value) {
        HeaderFields copy = new HeaderFields(this);
        copy.uuid = Optional.of(value);
        return copy;
    }

    /** {@code name}: the model name, cut at 255 bytes. */
    public HeaderFields name(String value) {
        HeaderFields copy = new HeaderFields(this);
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        copy.name = ByteField.of(Arrays.copyOf(Arrays.copyOf(text, Math.min(text.length, NAME_LIMIT)), NAME_LENGTH));
        return copy;
    }

    /** The three fields whose bytes behind the text are kept as they are: 128, 256 and 468 bytes. */
    HeaderFields texts(ByteField build, ByteField model, ByteField padding) {
        HeaderFields copy = new HeaderFields(this);
        copy.buildVersion = build;
        copy.name = model;
        copy.pad = padding;
        return copy;
    }

    /** The hash field before packing. */
    ByteField hash() {
        return hash;
    }

    /** {@code requested_tpb_count}. */
    public HeaderFields requestedTpbCount(int value) {
        HeaderFields copy = new HeaderFields(this);
        copy.requestedTpbCount = value;
        return copy;
    }

    /** {@code tpb_per_node}, 64 bytes. */
    public HeaderFields tpbPerNode(ByteField value) {
        HeaderFields copy = new HeaderFields(this);
        copy.tpbPerNode = value;
        return copy;
    }

    /** {@code feature_bits}. */
    public HeaderFields featureBits(long value) {
        HeaderFields copy = new HeaderFields(this);
        copy.featureBits = value;
        return copy;
    }

    /** {@code vnc_size}, physical cores per logical core. */
    public HeaderFields vncSize(int value) {
        HeaderFields copy = new HeaderFields(this);
        copy.vncSize = value;
        return copy;
    }

    /**
     * The header of a payload.
     *
     * @param dataSize bytes of the payload, fill included
     * @param form how the hash field is made
     * @param digest what the digest of {@code form} gave for the payload
     */
    NeffHeader build(long dataSize, HashForm form, byte[] digest) {
        return new NeffHeader(
                packageVersion,
                headerSize,
                dataSize,
                versionMajor,
                versionMinor,
                buildVersion,
                numTpb,
                form.field(digest, hash),
                uuid.orElseGet(() -> ContentUuid.of(digest)),
                name,
                requestedTpbCount,
                tpbPerNode,
                featureBits,
                vncSize,
                pad);
    }
}
