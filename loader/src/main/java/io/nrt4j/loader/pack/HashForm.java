package io.nrt4j.loader.pack;

import io.nrt4j.loader.container.ByteField;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.container.PayloadDigest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a writer stores in the 32 bytes of the header's hash field.
 *
 * <p>Source: producer.md §6, corpus/dialects.md §1.
 */
public enum HashForm {
    /** MD5 with the bytes of each 32-bit word reversed, then NULs. Compilers from 2.18 on. */
    MD5_WORD_SWAPPED("word-swapped", "MD5"),
    /** MD5, then NULs. Compilers 2.11 to 2.16. */
    MD5("natural", "MD5"),
    /** MD5, then sixteen ASCII zeros. Compilers up to 2.10, and the test model inside libnrt. */
    MD5_ASCII_TAIL("natural-ascii-tail", "MD5"),
    /** SHA-256, of package version 1. */
    SHA256("sha256", "SHA-256"),
    /** The field of the header as it is given, whatever the payload. */
    VERBATIM("verbatim", "MD5");

    private static final int MD5_LENGTH = 16;
    private static final int FIELD_LENGTH = 32;

    private final String label;
    private final String algorithm;

    HashForm(String label, String algorithm) {
        this.label = label;
        this.algorithm = algorithm;
    }

    /** The name in options, recipes and reports. */
    public String label() {
        return label;
    }

    /** The form of a {@link #label}. */
    public static Optional<HashForm> fromLabel(String label) {
        return Arrays.stream(values()).filter(f -> f.label.equals(label)).findFirst();
    }

    /** The form that gives the hash field of a header for its payload; {@link #VERBATIM} when none does. */
    static HashForm of(NeffHeader header, ByteSource payload) {
        return PayloadDigest.ofPackager(header.packageVersion())
                .map(digest -> digest.of(payload).toBytes())
                .flatMap(digest -> Arrays.stream(values())
                        .filter(form -> form != VERBATIM && form.packageVersion() == header.packageVersion())
                        .filter(form -> form.field(digest, header.hash()).equals(header.hash()))
                        .findFirst())
                .orElse(VERBATIM);
    }

    /** The {@code pkg_version} that goes with this form. */
    long packageVersion() {
        return this == SHA256 ? 1 : 2;
    }

    /** The digest over the payload that {@link #field} takes. */
    MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }

    /**
     * The field for a payload.
     *
     * @param digest what {@link #newDigest} gave for the payload
     * @param given the field of the header before
     */
    ByteField field(byte[] digest, ByteField given) {
        return switch (this) {
            case MD5_WORD_SWAPPED ->
                padded(PayloadDigest.wordSwapped(ByteField.of(digest)).toBytes(), 0);
            case MD5 -> padded(digest, 0);
            case MD5_ASCII_TAIL -> padded(digest, '0');
            case SHA256 -> ByteField.of(digest);
            case VERBATIM -> given;
        };
    }

    private static ByteField padded(byte[] md5, int tail) {
        byte[] field = Arrays.copyOf(md5, FIELD_LENGTH);
        Arrays.fill(field, MD5_LENGTH, FIELD_LENGTH, (byte) tail);
        return ByteField.of(field);
    }
}
