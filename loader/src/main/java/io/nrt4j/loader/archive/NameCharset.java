package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nrt4j.loader.archive.ArchiveOptions.NameLocale;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.text.Normalizer;
import java.util.Optional;

/**
 * The conversion that libarchive applies to the texts of pax records, which are UTF-8 by definition. Names from plain
 * header fields and GNU long names are never converted. Source: container.md §9.3, §17.
 */
final class NameCharset {
    /** UTF-8 whose characters beyond the first plane are written as two surrogates; libarchive reads it too. */
    private static final Charset CESU_8 = Charset.forName("CESU-8");

    private final NameLocale locale;

    NameCharset(NameLocale locale) {
        this.locale = locale;
    }

    /** The bytes in the character set of the locale, or empty if they are no UTF-8 or do not fit it. */
    Optional<byte[]> fromUtf8(byte[] text) {
        if (isAscii(text)) {
            return Optional.of(text);
        }
        if (locale == NameLocale.C) {
            return Optional.empty();
        }
        return decode(text, UTF_8)
                .or(() -> decode(text, CESU_8))
                .map(decoded ->
                        Normalizer.normalize(decoded, Normalizer.Form.NFC).getBytes(UTF_8));
    }

    private static boolean isAscii(byte[] text) {
        for (byte b : text) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static Optional<String> decode(byte[] text, Charset charset) {
        try {
            return Optional.of(
                    charset.newDecoder().decode(ByteBuffer.wrap(text)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
