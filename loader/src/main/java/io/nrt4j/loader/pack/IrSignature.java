package io.nrt4j.loader.pack;

import io.nrt4j.loader.pack.json.InfoJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * The value that the compiler logs when it has written a NEFF: an MD5 over the members that describe the source
 * program. It is stored nowhere and covers no instruction, so it is no integrity check.
 *
 * <p>Source: producer.md §8.
 */
public final class IrSignature {
    private IrSignature() {}

    /**
     * The signature in hexadecimal.
     *
     * @param members in archive order
     * @throws IOException when a member cannot be read
     */
    public static String of(List<PackMember> members) throws IOException {
        MessageDigest digest = HashForm.MD5.newDigest();
        for (PackMember member : members) {
            if (isSigned(member.entry().name())) {
                try (InputStream in = member.content().open()) {
                    in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** {@code info.json}, arrays and debug info; the extension is the text from the last dot on. */
    static boolean isSigned(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        String extension = file.substring(Math.max(0, file.lastIndexOf('.')));
        return name.equals(InfoJson.MEMBER) || extension.equals(".npy") || extension.contains(".dbg");
    }
}
