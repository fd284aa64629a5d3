package io.nrt4j.loader.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest that listings and reports show. */
public final class Sha256 {
    private Sha256() {}

    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The digest of what was put in so far, in hexadecimal; the object then starts anew. */
    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The digest of some bytes, in hexadecimal. */
    public static String hex(byte[] bytes) {
        MessageDigest digest = newDigest();
        digest.update(bytes);
        return hex(digest);
    }
}
