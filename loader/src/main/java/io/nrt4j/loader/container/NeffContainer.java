package io.nrt4j.loader.container;

import static io.nrt4j.loader.diagnostics.LoadStage.CONTAINER;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.VersionGate;
import org.jspecify.annotations.Nullable;

/**
 * A NEFF whose container checks have passed.
 *
 * @param header the decoded header
 * @param payload the {@code data_size} bytes at 0x400: the inner archive; usable while the source is open
 */
public record NeffContainer(NeffHeader header, ByteSource payload) {
    private static final LogMessage NO_BUFFER =
            LogMessage.error("NEFF", "neff_get_header_from_buffer", "Invalid NEFF buffer");
    private static final LogMessage TOO_FEW_BYTES =
            LogMessage.error("NEFF", "neff_get_header_from_buffer", "Invalid number of NEFF bytes received %lx");
    private static final LogMessage HEADER_BEYOND_FILE = LogMessage.error(
            "NEFF", "neff_get_header_from_buffer", "Invalid NEFF file size hdr sz: %lx, file sz: %lx:");
    private static final LogMessage DATA_BEYOND_FILE =
            LogMessage.error("NEFF", "neff_parse", "Invalid NEFF data size(%lx vs %lx)");
    private static final LogMessage UNSUPPORTED_PACKAGER =
            LogMessage.error("NEFF", "neff_parse", "Unsupported NEFF packager: %lu");

    /**
     * {@code neff_get_header_from_buffer}: the size checks, made once by {@code nrt_load} itself and again by
     * {@code neff_parse}. Nothing else of the header is judged. Source: container.md §4.
     *
     * @param source the file; {@code null} stands for the null pointer that a C program may pass
     * @throws io.nrt4j.loader.diagnostics.LoadException with status 2 if one fails
     */
    public static NeffHeader preflight(@Nullable ByteSource source, Nlog nlog) {
        if (source == null) {
            throw nlog.fail(NRT_INVALID, CONTAINER, NO_BUFFER);
        }
        if (source.size() < NeffHeader.SIZE) {
            throw nlog.fail(NRT_INVALID, CONTAINER, TOO_FEW_BYTES, source.size());
        }
        NeffHeader header = decodeHeader(source);
        if (Long.compareUnsigned(header.headerSize(), source.size()) >= 0) {
            throw nlog.fail(NRT_INVALID, CONTAINER, HEADER_BEYOND_FILE, header.headerSize(), source.size());
        }
        return header;
    }

    /**
     * {@code neff_parse} up to the archive: every check in its order. Source: container.md §5, errors.md §4.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException if one fails
     */
    public static NeffContainer parse(ByteSource source, ContainerOptions options, Nlog nlog) {
        NeffHeader header = preflight(source, nlog);
        checkVersion(header, options.profile().gate(), nlog);
        checkFeatures(header, options.profile().gate(), nlog);
        // The constant 1024 is subtracted, whatever header_size says.
        if (Long.compareUnsigned(source.size() - NeffHeader.SIZE, header.dataSize()) < 0) {
            throw nlog.fail(NRT_INVALID, CONTAINER, DATA_BEYOND_FILE, header.dataSize(), source.size());
        }
        ByteSource payload = source.window(NeffHeader.SIZE, header.dataSize());
        PayloadDigest digest = PayloadDigest.ofPackager(header.packageVersion())
                .orElseThrow(() -> nlog.fail(
                        NRT_UNSUPPORTED_NEFF_VERSION, CONTAINER, UNSUPPORTED_PACKAGER, header.packageVersion()));
        digest.check(payload, header.hash(), options.hashCheck(), nlog);
        return new NeffContainer(header, payload);
    }

    /** Reads the header of a source of at least {@link NeffHeader#SIZE} bytes, checking nothing. */
    public static NeffHeader decodeHeader(ByteSource source) {
        ByteBuf bytes = source.retainedSlice(0, NeffHeader.SIZE);
        try {
            return NeffHeader.decode(bytes);
        } finally {
            bytes.release();
        }
    }

    private static void checkVersion(NeffHeader header, VersionGate gate, Nlog nlog) {
        long major = header.versionMajor();
        long minor = header.versionMinor();
        if (gate.refusesVersion(major, minor)) {
            throw nlog.fail(
                    NRT_UNSUPPORTED_NEFF_VERSION,
                    CONTAINER,
                    gate.versionMessage(),
                    gate.versionArguments(major, minor));
        }
    }

    private static void checkFeatures(NeffHeader header, VersionGate gate, Nlog nlog) {
        long refused = gate.refusedFeatures(header.versionMajor(), header.featureBits());
        if (refused != 0) {
            throw nlog.fail(
                    NRT_UNSUPPORTED_NEFF_VERSION,
                    CONTAINER,
                    gate.featuresMessage(),
                    header.versionMajor(),
                    header.versionMinor(),
                    refused,
                    gate.supportedFeatures());
        }
    }
}
