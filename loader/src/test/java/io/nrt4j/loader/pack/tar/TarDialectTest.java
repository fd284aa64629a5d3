package io.nrt4j.loader.pack.tar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TarDialectTest {
    private static final int BLOCK = 512;

    /** Expected bytes: producer.md §4.1, "Worked example". */
    @Test
    void theFirstHeaderOfMatmulSmall() {
        byte[] header = header(TarDialect.LIBARCHIVE, "debug_info/debug_info_hlo.dbg_sg000000", 400);
        assertThat(header).hasSize(BLOCK);
        assertThat(hex(header, 100, 57))
                .isEqualTo("3030303636342000" + "3030313735302000" + "3030313735302000" + "303030303030303036323020"
                        + "303030303030303030303020" + "3032303532300020" + "30");
        assertThat(hex(header, 257, 14)).isEqualTo("7573746172003030" + "6e6f626f6479");
        assertThat(hex(header, 329, 16)).isEqualTo("3030303030302000" + "3030303030302000");
        assertThat(hex(header, 345, 167)).isEqualTo("00".repeat(167));
    }

    /** producer.md §4.2, rules 1 and 2. */
    @Test
    void aNameOf100BytesFillsItsFieldAndALongerOneIsSplitAtASlash() {
        assertThat(name(header(TarDialect.LIBARCHIVE, "a".repeat(100), 0), 0)).isEqualTo("a".repeat(100));
        byte[] split = header(TarDialect.LIBARCHIVE, "sg00/" + "a".repeat(96), 0);
        assertThat(split).hasSize(BLOCK);
        assertThat(name(split, 0)).isEqualTo("a".repeat(96));
        assertThat(prefix(split, 0)).isEqualTo("sg00");
        byte[] longest = header(TarDialect.LIBARCHIVE, "d".repeat(155) + "/" + "n".repeat(100), 0);
        assertThat(longest).hasSize(BLOCK);
        assertThat(prefix(longest, 0)).isEqualTo("d".repeat(155));
    }

    /** producer.md §4.2, rule 3 and its examples. */
    @Test
    void aNameThatCannotBeSplitGetsAPaxHeader() {
        byte[] plain = header(TarDialect.LIBARCHIVE, "a".repeat(101), 7);
        assertThat(plain).hasSize(3 * BLOCK);
        assertThat(name(plain, 0)).isEqualTo("PaxHeader/" + "a".repeat(87));
        assertThat(new String(plain, BLOCK, 111, ISO_8859_1)).isEqualTo("111 path=" + "a".repeat(101) + "\n");
        assertThat(name(plain, 2 * BLOCK)).isEqualTo("a".repeat(98));

        byte[] inGraph = header(TarDialect.LIBARCHIVE, "sg00/" + "a".repeat(101), 7);
        assertThat(name(inGraph, 0)).isEqualTo("PaxHeader/" + "a".repeat(87));
        assertThat(prefix(inGraph, 0)).isEqualTo("sg00");
        assertThat(name(inGraph, 2 * BLOCK)).isEqualTo("a".repeat(98));
        assertThat(prefix(inGraph, 2 * BLOCK)).isEqualTo("sg00");
    }

    /** producer.md §4.1: numbers that overflow take the places of the terminators, then base 256. */
    @Test
    void numbersThatOverflow() {
        TarAttributes owner = TarAttributes.REPRODUCIBLE.withOwner(262144, 2097152);
        byte[] header = TarDialect.LIBARCHIVE.header(TarEntry.file("a", 8589934597L, owner));
        int main = header.length - BLOCK;
        assertThat(new String(header, main + 108, 8, ISO_8859_1)).isEqualTo("1000000\0");
        assertThat(new String(header, main + 116, 8, ISO_8859_1)).isEqualTo("10000000");
        assertThat(new String(header, main + 124, 12, ISO_8859_1)).isEqualTo("100000000005");
        // libarchive 3.6.2 puts the size behind all other records.
        assertThat(new String(header, BLOCK, header.length - 2 * BLOCK, ISO_8859_1).replace("\0", ""))
                .isEqualTo("15 gid=2097152\n14 uid=262144\n19 size=8589934597\n");
    }

    /**
     * Headers of 2000 pseudo-random entries (names up to 1000 bytes with and without other letters than ASCII, owners,
     * sizes and times on both sides of every limit), as libarchive 3.6.2 wrote them for the same entries.
     */
    @Test
    void equalsLibarchiveOnRandomEntries() {
        MessageDigest digest = sha256();
        Numbers numbers = new Numbers();
        long length = 0;
        for (int i = 0; i < 2000; i++) {
            byte[] header = TarDialect.LIBARCHIVE.header(numbers.entry());
            digest.update(header);
            length += header.length;
        }
        assertThat(length).isEqualTo(3245056);
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("632c9e1e30947b4d1d22a466fd147244ee45a8191fea0b80cd2433acba5d88a0");
    }

    /** corpus/dialects.md §2: times as pax records in the order ctime, atime, mtime, without trailing zeros. */
    @Test
    void theOlderLibarchiveWriterStoresThreeTimes() {
        TarTime time = TarTime.parse("1733029749.66387288");
        TarAttributes attributes =
                TarAttributes.REPRODUCIBLE.withNames("", "").withMtime(time).withPaxTimes(time, time);
        byte[] header = TarDialect.LIBARCHIVE.header(TarEntry.file("debug_info/x", 1, attributes));
        assertThat(header).hasSize(3 * BLOCK);
        assertThat(name(header, 0)).isEqualTo("debug_info/PaxHeader/x");
        assertThat(new String(header, BLOCK, 87, ISO_8859_1)).isEqualTo("""
                        29 ctime=1733029749.66387288
                        29 atime=1733029749.66387288
                        29 mtime=1733029749.66387288
                        """);
        assertThat(new String(header, 2 * BLOCK + 136, 12, ISO_8859_1)).isEqualTo("14722767565 ");
    }

    /** corpus/dialects.md §2, rows "Python tarfile"; field forms as in the inf1 files. */
    @Test
    void pythonsGnuForm() {
        byte[] header = header(TarDialect.PYTHON_GNU, "n".repeat(120), 5);
        assertThat(header).hasSize(3 * BLOCK);
        assertThat(name(header, 0)).isEqualTo("././@LongLink");
        assertThat((char) header[156]).isEqualTo('L');
        assertThat(new String(header, 124, 12, ISO_8859_1)).isEqualTo("00000000171\0");
        assertThat(new String(header, BLOCK, 121, ISO_8859_1)).isEqualTo("n".repeat(120) + "\0");
        assertThat(name(header, 2 * BLOCK)).isEqualTo("n".repeat(100));
        assertThat(new String(header, 2 * BLOCK + 100, 8, ISO_8859_1)).isEqualTo("0000664\0");
        assertThat(new String(header, 2 * BLOCK + 257, 8, ISO_8859_1)).isEqualTo("ustar  \0");
        assertThat(new String(header, 2 * BLOCK + 329, 16, ISO_8859_1)).isEqualTo("0000000\0" + "0000000\0");
    }

    /** The same, "Python tarfile, pax"; records in the order of Python 3's tarfile. */
    @Test
    void pythonsPaxForm() {
        TarAttributes attributes =
                TarAttributes.REPRODUCIBLE.withOwner(1000, 3_000_000).withMtime(TarTime.parse("1683652813.5129263"));
        byte[] header = TarDialect.PYTHON_PAX.header(TarEntry.file("é", 5, attributes));
        assertThat(header).hasSize(3 * BLOCK);
        assertThat(name(header, 0)).isEqualTo("././@PaxHeader");
        assertThat(new String(header, BLOCK, 54, UTF_8))
                .isEqualTo("11 path=é\n15 gid=3000000\n28 mtime=1683652813.5129263\n");
        assertThat(name(header, 2 * BLOCK)).isEqualTo("?");
        assertThat(new String(header, 2 * BLOCK + 136, 12, ISO_8859_1)).isEqualTo("00000000000\0");
    }

    private static byte[] header(TarDialect dialect, String name, long size) {
        return dialect.header(TarEntry.file(name, size, TarAttributes.REPRODUCIBLE));
    }

    private static String name(byte[] header, int block) {
        return new String(header, block, 100, ISO_8859_1).replace("\0", "");
    }

    private static String prefix(byte[] header, int block) {
        return new String(header, block + 345, 155, ISO_8859_1).replace("\0", "");
    }

    private static String hex(byte[] bytes, int offset, int length) {
        return HexFormat.of().formatHex(bytes, offset, offset + length);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The generator behind the recorded digest. */
    private static final class Numbers {
        private static final int[] LENGTHS = {1, 5, 20, 60, 90, 97, 98, 99, 100, 101, 120, 154, 155, 156, 200, 250};
        private static final long[] IDS = {0, 1000, 262143, 262144, 2097151, 2097152, 16777216, 626188407};
        private static final List<String> OWNERS = List.of("nobody", "", "a".repeat(31), "a".repeat(32), "jürgen");
        private static final long[] SIZES = {
            0, 1, 512, 8589934591L, 8589934592L, 8589934597L, 68719476736L, 1099511627776L
        };
        private static final long[] SECONDS = {0, 1, 1733029749, 0x7ffffffeL, 0x7fffffffL, 0x80000000L, 1L << 33};
        private static final List<String> FRACTIONS =
                List.of("", "", "000000001", "66387288", "1", "999999999", "00000012");
        private static final int[] MODES = {0664, 0644, 0775, 07777};

        private int state = 1;

        private int next(int bound) {
            state = (state * 1103515245 + 12345) & 0x7fffffff;
            return (state >> 8) % bound;
        }

        private TarEntry entry() {
            List<String> parts = new ArrayList<>();
            for (int left = 1 + next(4); left > 0; left--) {
                StringBuilder part = new StringBuilder();
                for (int i = LENGTHS[next(16)]; i > 0; i--) {
                    part.append("abcXYZ09._-".charAt(next(11)));
                }
                parts.add(part.toString());
            }
            StringBuilder name = new StringBuilder(String.join("/", parts));
            if (next(8) == 0) {
                name.insert(next(name.length()), 'é');
            }
            int mode = MODES[next(4)];
            long uid = IDS[next(8)];
            long gid = IDS[next(8)];
            String uname = OWNERS.get(next(5));
            String gname = OWNERS.get(next(5));
            long size = SIZES[next(8)];
            TarAttributes attributes = new TarAttributes(
                            mode, uid, gid, uname, gname, time(), Optional.empty(), Optional.empty())
                    .withPaxTimes(time(), time());
            return TarEntry.file(name.toString(), size, attributes);
        }

        private TarTime time() {
            return new TarTime(SECONDS[next(7)], FRACTIONS.get(next(7)));
        }
    }
}
