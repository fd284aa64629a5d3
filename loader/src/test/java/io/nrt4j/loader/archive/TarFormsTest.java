package io.nrt4j.loader.archive;

import static io.nrt4j.loader.archive.Archives.TWO_FILES;
import static io.nrt4j.loader.archive.Archives.bytes;
import static io.nrt4j.loader.archive.Archives.members;
import static io.nrt4j.loader.archive.Archives.read;
import static io.nrt4j.loader.testing.TarFixture.concat;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of container.md §9.3 that load: the forms in which tars store members. */
class TarFormsTest {
    static Stream<Arguments> loadableArchives() {
        return Stream.of(
                arguments(
                        "POSIX ustar",
                        tar().file("a", "first").file("b", "second").end(),
                        TWO_FILES),
                arguments("no end mark", tar().file("a", "first").file("b", "second"), TWO_FILES),
                arguments(
                        "one zero block, then more",
                        tar().file("a", "1").raw(new byte[512]).file("b", "2").end(),
                        members("a", "1")),
                arguments(
                        "two zero blocks, then garbage",
                        tar().file("a", "1").end().raw("garbage".getBytes(UTF_8)),
                        members("a", "1")),
                arguments("nothing but an end mark", tar().end(), members()),
                arguments("one zero block", tar().raw(new byte[512]), members()),
                arguments(
                        "GNU and V7 mixed in",
                        tar().file("a", "1")
                                .entry(Header.gnu("b").size(1), bytes("2"))
                                .entry(Header.v7("c").size(1), bytes("3"))
                                .end(),
                        members("a", "1", "b", "2", "c", "3")),
                arguments(
                        "prefix",
                        tar().entry(Header.ustar("n").at(345, "some/prefix").size(1), bytes("1"))
                                .entry(Header.ustar("n").at(345, "slash/").size(1), bytes("2"))
                                .end(),
                        members("some/prefix/n", "1", "slash/n", "2")),
                arguments(
                        "no prefix in the GNU dialect",
                        tar().entry(Header.gnu("n").at(345, "notaprefix").size(1), bytes("1"))
                                .end(),
                        members("n", "1")),
                arguments("name of 100 bytes", tar().file("n".repeat(100), "1").end(), members("n".repeat(100), "1")),
                arguments(
                        "pax path",
                        tar().pax('x', "path=real/name").file("short", "1").end(),
                        members("real/name", "1")),
                arguments(
                        "pax path of Sun's tar",
                        tar().pax('X', "path=real/name").file("short", "1").end(),
                        members("real/name", "1")),
                arguments(
                        "last pax path, others ignored",
                        tar().pax('x', "path=one", "comment=x", "path=two", "VENDOR.key=y")
                                .file("short", "1")
                                .end(),
                        members("two", "1")),
                arguments(
                        "empty pax path",
                        tar().pax('x', "path=").file("short", "1").end(),
                        members("short", "1")),
                arguments(
                        "pax size",
                        tar().pax('x', "size=6")
                                .entry(Header.ustar("a").size(0), bytes("123456"))
                                .end(),
                        members("a", "123456")),
                arguments(
                        "global pax records are ignored",
                        tar().pax('g', "path=global")
                                .file("own", "1")
                                .file("other", "2")
                                .end(),
                        members("own", "1", "other", "2")),
                arguments(
                        "pax header without records",
                        tar().special('x', new byte[0]).file("a", "1").end(),
                        members("a", "1")),
                arguments(
                        "global pax header at the end",
                        tar().file("a", "1").pax('g', "comment=x").end(),
                        members("a", "1")),
                arguments(
                        "GNU long name",
                        tar().special('L', bytes("long/".repeat(60) + "x\0"))
                                .file("short", "1")
                                .end(),
                        members("long/".repeat(60) + "x", "1")),
                arguments(
                        "GNU long name wins over a pax path",
                        tar().special('L', bytes("long\0"))
                                .pax('x', "path=pax")
                                .file("short", "1")
                                .end(),
                        members("long", "1")),
                arguments(
                        "GNU long link is read and dropped",
                        tar().special('K', bytes("target\0")).file("a", "1").end(),
                        members("a", "1")),
                arguments(
                        "volume label",
                        tar().entry(Header.gnu("label").type('V'))
                                .file("a", "1")
                                .end(),
                        members("a", "1")),
                arguments(
                        "nothing but a volume label",
                        tar().entry(Header.gnu("label").type('V')).end(),
                        members()),
                arguments(
                        "Solaris ACL",
                        tar().special('A', bytes("1000003\0user::rwx,group::r-x,other:---\0"))
                                .file("a", "1")
                                .end(),
                        members("a", "1")),
                arguments(
                        "Solaris ACLs of both families",
                        tar().special('A', bytes("1000003\0user::rwx,default:group:joe:r-x:5,mask::r\0"))
                                .file("a", "1")
                                .special('A', bytes("3000001\0owner@:rwxp:fd:allow,user:joe:r::deny:5\0"))
                                .file("b", "2")
                                .special('A', bytes("1000001\0other:rz\0"))
                                .file("c", "3")
                                .end(),
                        members("a", "1", "b", "2", "c", "3")),
                arguments(
                        "base-256 size",
                        tar().entry(Header.gnu("a").at(124, "\u0080\0\0\0\0\0\0\0\0\0\0\3"), bytes("123"))
                                .end(),
                        members("a", "123")),
                arguments(
                        "size with blanks",
                        tar().entry(Header.gnu("a").at(124, "          3 "), bytes("123"))
                                .end(),
                        members("a", "123")),
                arguments(
                        "size without a terminator",
                        tar().entry(Header.gnu("a").at(124, "000000000003"), bytes("123"))
                                .end(),
                        members("a", "123")),
                arguments(
                        "signed checksum",
                        tar().raw(signedChecksum(Header.ustar("a\u00e9").size(1)))
                                .data(bytes("1"))
                                .end(),
                        members("a\u00e9", "1")),
                arguments(
                        "types with data",
                        tar().entry(Header.v7("nul").type('\0').size(1), bytes("1"))
                                .entry(Header.ustar("contiguous").type('7').size(1), bytes("2"))
                                .entry(Header.ustar("unknown").type('Z').size(1), bytes("3"))
                                .entry(Header.ustar("oldgnu").type('N').size(1), bytes("4"))
                                .end(),
                        members("nul", "1", "contiguous", "2", "unknown", "3", "oldgnu", "4")),
                arguments(
                        "types without data",
                        tar().entry(Header.ustar("hard").type('1').at(157, "a"))
                                .entry(Header.ustar("symbolic").type('2').at(157, "a"))
                                .entry(Header.ustar("char").type('3'))
                                .entry(Header.ustar("block").type('4'))
                                .entry(Header.ustar("fifo").type('6'))
                                .file("a", "1")
                                .end(),
                        members("hard", "", "symbolic", "", "char", "", "block", "", "fifo", "", "a", "1")),
                arguments(
                        "symbolic link with a size is empty",
                        tar().entry(Header.ustar("s").type('2').size(100))
                                .file("a", "1")
                                .end(),
                        members("s", "", "a", "1")),
                arguments(
                        "hard link with a size, GNU: the size is dropped",
                        tar().entry(Header.gnu("h").type('1').size(1))
                                .file("a", "1")
                                .end(),
                        members("h", "", "a", "1")),
                arguments(
                        "hard link with a size, POSIX without pax: the size is dropped",
                        tar().entry(Header.ustar("h").type('1').size(1))
                                .file("a", "1")
                                .end(),
                        members("h", "", "a", "1")),
                arguments(
                        "hard link with a size behind a pax header: it has data",
                        tar().pax('x', "comment=x")
                                .entry(Header.ustar("h").type('1').size(1), bytes("2"))
                                .file("a", "1")
                                .end(),
                        members("h", "2", "a", "1")),
                arguments(
                        "directories",
                        tar().entry(Header.ustar("d").type('5'))
                                .entry(Header.ustar("posix").type('5').size(700))
                                .entry(Header.ustar("e/"))
                                .entry(Header.gnu("incremental").type('D').size(3), bytes("Yab"))
                                .file("a", "1")
                                .end(),
                        members("a", "1")),
                arguments(
                        "old GNU sparse file",
                        tar().entry(
                                        Header.gnu("s")
                                                .type('S')
                                                .size(4)
                                                .at(386, "%011o\0%011o\0".formatted(2, 2))
                                                .at(410, "%011o\0%011o\0".formatted(6, 2))
                                                .at(483, "%011o\0".formatted(8)),
                                        bytes("abcd"))
                                .end(),
                        members("s", "\0\0ab\0\0cd")),
                arguments(
                        "pax sparse 0.1",
                        tar().pax('x', "GNU.sparse.name=real", "GNU.sparse.size=8", "GNU.sparse.map=2,2,6,2")
                                .file("synthetic", "abcd")
                                .end(),
                        members("real", "\0\0ab\0\0cd")),
                arguments(
                        "pax sparse 1.0",
                        tar().pax(
                                        'x',
                                        "GNU.sparse.major=1",
                                        "GNU.sparse.minor=0",
                                        "GNU.sparse.name=real",
                                        "GNU.sparse.realsize=8")
                                .entry(
                                        Header.ustar("synthetic").size(516),
                                        concat(sparseMap("2\n2\n2\n6\n2\n"), bytes("abcd")))
                                .end(),
                        members("real", "\0\0ab\0\0cd")),
                arguments(
                        "holes of Solaris are stored and passed over",
                        tar().pax('x', "SUN.holesdata= 2 4").file("s", "xxab").end(),
                        members("s", "\0\0ab")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("loadableArchives")
    void readsArchives(String name, TarFixture archive, Map<String, String> expected) {
        assertThat(read(archive.bytes())).isEqualTo(expected);
        assertThat(read(archive.gzipped())).isEqualTo(expected);
    }

    private static byte[] signedChecksum(Header header) {
        byte[] block = header.bytes();
        int sum = 8 * ' ';
        for (int i = 0; i < block.length; i++) {
            sum += i >= 148 && i < 156 ? 0 : block[i];
        }
        return header.withChecksum(sum);
    }

    private static byte[] sparseMap(String lines) {
        return Arrays.copyOf(bytes(lines), 512);
    }
}
