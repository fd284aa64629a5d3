package io.nrt4j.loader.container;

import static io.nrt4j.loader.diagnostics.LoadStage.CONTAINER;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;

/**
 * The digest of a packager dialect, over the payload as stored: compressed, padding included. Source: container.md §6.
 */
public enum PayloadDigest {
    /** Packager 1: all 32 bytes of the hash field. */
    SHA256("SHA-256", 32),
    /** Packager 2: the first 16 bytes of the hash field. */
    MD5("MD5", 16);

    private static final LogMessage VERIFYING_SHA256 =
            LogMessage.debug("NEFF", "neff_parse", "Verifying the sha256 hash");
    private static final LogMessage VERIFYING_MD5 = LogMessage.debug("NEFF", "neff_parse", "Verifying the md5 hash");
    private static final LogMessage SHA256_MISMATCH = LogMessage.error("NEFF", "neff_parse", "SHA256 mismatch!");
    private static final LogMessage MD5_MISMATCH = LogMessage.error("NEFF", "neff_parse", "MD5 mismatch!");

    private static final String ASSERTION_FILE = "/opt/workspace/KaenaRuntime/kelf/neff.cpp";
    private static final int SHA256_ASSERTION_LINE = 0x34;
    private static final int MD5_ASSERTION_LINE = 0x40;
    private static final int READ_SIZE = 1 << 20;

    private final String algorithm;
    private final int length;

    PayloadDigest(String algorithm, int length) {
        this.algorithm = algorithm;
        this.length = length;
    }

    /** How a stored digest relates to the payload. */
    public enum Verdict {
        /** The plain digest. */
        NATURAL,
        /** The digest with the bytes of every 32-bit word reversed, as compilers from 2.18 on store it. */
        WORD_SWAPPED,
        /** Another value: the payload was changed, or the field holds something else. */
        NEITHER
    }

    /** The digest of a {@code pkg_version}; empty unless that is 1 or 2. */
    public static Optional<PayloadDigest> ofPackager(long packageVersion) {
        if (packageVersion == 1) {
            return Optional.of(SHA256);
        }
        return packageVersion == 2 ? Optional.of(MD5) : Optional.empty();
    }

    /**
     * How the digest of a header relates to its payload, for reports: {@code natural}, {@code word_swapped} or
     * {@code neither}; {@code unknown} for a package version without a digest.
     */
    public static String describe(NeffHeader header, ByteSource payload) {
        return ofPackager(header.packageVersion())
                .map(digest -> digest.verdict(payload, header.hash()).name().toLowerCase(Locale.ROOT))
                .orElse("unknown");
    }

    /** The digest of all bytes of {@code payload}. */
    public ByteField of(ByteSource payload) {
        MessageDigest digest = newDigest();
        for (long at = 0; at < payload.size(); ) {
            ByteBuf run = payload.retainedRun(at, READ_SIZE);
            digest.update(run.nioBuffer());
            at += run.readableBytes();
            run.release();
        }
        return ByteField.of(digest.digest());
    }

    /** Compares the hash field of a header with the digest of the payload. */
    public Verdict verdict(ByteSource payload, ByteField hashField) {
        ByteField stored = hashField.range(0, length);
        ByteField actual = of(payload);
        if (stored.equals(actual)) {
            return Verdict.NATURAL;
        }
        return stored.equals(wordSwapped(actual)) ? Verdict.WORD_SWAPPED : Verdict.NEITHER;
    }

    /** The digest with the four bytes of each 32-bit word in reverse order; its own inverse. */
    public static ByteField wordSwapped(ByteField digest) {
        byte[] swapped = new byte[digest.length()];
        for (int i = 0; i < swapped.length; i++) {
            swapped[i] = (byte) digest.at(i ^ 3);
        }
        return ByteField.of(swapped);
    }

    void check(ByteSource payload, ByteField hashField, HashCheck mode, Nlog nlog) {
        if (mode == HashCheck.OFF) {
            return;
        }
        nlog.log(this == MD5 ? VERIFYING_MD5 : VERIFYING_SHA256);
        if (payload.size() == 0) {
            throw emptyPayload(nlog);
        }
        Verdict verdict = verdict(payload, hashField);
        if (verdict == Verdict.NEITHER || (verdict == Verdict.WORD_SWAPPED && mode == HashCheck.STRICT)) {
            throw nlog.fail(NrtStatus.NRT_INVALID, CONTAINER, this == MD5 ? MD5_MISMATCH : SHA256_MISMATCH);
        }
    }

    /** The digest functions assert a length above zero, which ends the real process. */
    private RuntimeAbortException emptyPayload(Nlog nlog) {
        return new RuntimeAbortException(
                CONTAINER,
                ASSERTION_FILE,
                this == MD5 ? MD5_ASSERTION_LINE : SHA256_ASSERTION_LINE,
                this == MD5
                        ? "void md5(const uint8_t*, size_t, uint8_t*)"
                        : "void sha256(const uint8_t*, size_t, uint8_t*)",
                "len > 0",
                nlog.records());
    }

    private MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }
}
