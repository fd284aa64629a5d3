package io.nrt4j.loader.archive;

import static io.nrt4j.loader.testing.TarFixture.gzip;
import static io.nrt4j.loader.testing.TarFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.DirectMemory;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the bytes: a load succeeds or ends in a LoadException, gives all memory back, and comes to an end. */
@Timeout(120)
class ArchiveRobustnessTest {
    private static final int FLIPPED = 1100;

    @Tag("corpus")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dlc-tf-simple-inf1-cc1.6.13.neff",
                "dlc-tf-simple-x-cc2.4.0.neff",
                "ericcsr-stream_256k_fd1k.neff",
                "waahm7-stream_256k_fd2k.neff",
                "chengli-stream_256k_fd1k.neff"
            })
    void survivesEveryCutAndFlip(String name) throws IOException {
        byte[] neff = Files.readAllBytes(Corpus.neff(name));
        long before = DirectMemory.inUse();
        Random random = new Random(name.hashCode());
        for (int length = 0; length <= 2048; length++) {
            load(Arrays.copyOf(neff, length));
        }
        for (int i = 0; i < 200; i++) {
            byte[] cut = Arrays.copyOf(neff, random.nextInt(neff.length));
            load(cut);
            list(cut);
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
        for (int at = 0; at < FLIPPED; at++) {
            byte[] flipped = neff.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            load(flipped);
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    /** Random damage to small archives of every dialect; the profile "fuzz" runs a million. */
    @Test
    void survivesRandomDamage() {
        damageAtRandom(3_000, 1);
    }

    @Test
    @Tag("fuzz")
    @Timeout(3600)
    void survivesAMillionDamages() {
        damageAtRandom(1_000_000, 2);
    }

    private static void damageAtRandom(int cases, long seed) {
        byte[][] archives = {
            tar().file("neff.json", "{}")
                    .file("sg00/pe.bin", new byte[700])
                    .end()
                    .bytes(),
            tar().pax('x', "path=long", "size=3", "mtime=1.5")
                    .file("a", "123")
                    .pax('g', "comment=x")
                    .file("b", "")
                    .bytes(),
            tar().special('L', "name\0".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                    .entry(Header.gnu("g").size(0))
                    .bytes(),
            tar().pax('x', "GNU.sparse.size=900", "GNU.sparse.map=100,2,600,2")
                    .file("s", "abcd")
                    .end()
                    .bytes(),
            tar().entry(Header.gnu("s")
                            .type('S')
                            .size(4)
                            .at(386, "00000000002\00000000002\0")
                            .at(482, "\1"))
                    .raw(new byte[1024])
                    .bytes()
        };
        Random random = new Random(seed);
        long before = DirectMemory.inUse();
        for (int i = 0; i < cases; i++) {
            byte[] payload = archives[random.nextInt(archives.length)].clone();
            damage(payload, random);
            if (random.nextInt(3) == 0) {
                payload = gzip(payload);
                if (random.nextBoolean()) {
                    damage(payload, random);
                }
            }
            byte[] neff = NeffFixture.of(payload).bytes();
            load(neff);
            list(neff);
        }
        assertThat(DirectMemory.inUse()).isEqualTo(before);
    }

    /** Changes a byte and makes the checksum of its block right again, half of the time. */
    private static void damage(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        bytes[at] = (byte) random.nextInt(256);
        int block = at / 512 * 512;
        if (random.nextBoolean() && block + 512 <= bytes.length && bytes[block + 156] != 0) {
            Arrays.fill(bytes, block + 148, block + 156, (byte) ' ');
            int sum = 0;
            for (int i = block; i < block + 512; i++) {
                sum += bytes[i] & 0xFF;
            }
            byte[] text = "%06o\0 ".formatted(sum).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            System.arraycopy(text, 0, bytes, block + 148, text.length);
        }
    }

    /** A declared size of 8 GiB takes no memory for bytes that are not there. */
    @Test
    void aLyingSizeTakesNoMemory() {
        byte[] archive = tar().entry(Header.gnu("a").at(124, "\u0080\0\0\0\0\0\0\2\0\0\0\0"))
                .bytes();
        for (byte[] payload : new byte[][] {archive, gzip(archive)}) {
            LoadException failure = catchThrowableOfType(LoadException.class, () -> read(payload, ArchiveLimits.NONE));
            assertThat(failure).hasMessage("(open NEFF) failed to read a, expected 8589934592, got -30");
        }
    }

    /** A gzip in a gzip that unpacks to 128 MiB of zeros is stopped at 2000 : 1, before its first member is read. */
    @Test
    void aBombIsStoppedByItsRatio() throws IOException {
        byte[] bomb =
                gzip(gzipOfZeros(128 << 20, Header.ustar("a").size(128 << 20).bytes()));
        assertThat(bomb).hasSizeLessThan(20_000);
        LoadException failure = catchThrowableOfType(LoadException.class, () -> read(bomb, ArchiveLimits.DEFAULT));
        assertThat(failure)
                .hasMessage("(open NEFF) limit of the emulator exceeded:"
                        + " payload inflates to more than 2000 times its stored size");
        assertThat(failure.status().code()).isEqualTo(4);
    }

    /** The same for a member that the runtime passes over: it must be inflated all the same. */
    @Test
    void aBombThatIsPassedOverIsStoppedToo() throws IOException {
        byte[] bomb = gzip(gzipOfZeros(
                128 << 20, Header.ustar("wavegraph-bin.json").size(128 << 20).bytes()));
        LoadException failure = catchThrowableOfType(LoadException.class, () -> read(bomb, ArchiveLimits.DEFAULT));
        assertThat(failure).hasMessageContaining("more than 2000 times");
    }

    /** Whatever ends the reading, also what is no fault of the archive: nothing that was read stays behind. */
    @Test
    void anythingThatEndsTheReadingGivesTheMemoryBack() {
        assertGivesBack(source -> ArchiveReader.read(source, ArchiveOptions.DEFAULT, Nlog.silent()));
        assertGivesBack(source -> ArchiveReader.readUntilFault(source, ArchiveOptions.DEFAULT));
    }

    private static void assertGivesBack(Consumer<ByteSource> reading) {
        ByteBuf bytes = new BrokenHalfway(tar().file("a", "x".repeat(1 << 20)).bytes());
        ByteSource source = ByteSource.of(bytes);
        assertThatThrownBy(() -> reading.accept(source))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("beyond the middle");
        source.close();
        assertThat(bytes.refCnt()).isZero();
    }

    /** Bytes whose second half cannot be had, for a reason of this process. */
    private static final class BrokenHalfway extends UnpooledHeapByteBuf {
        BrokenHalfway(byte[] bytes) {
            super(UnpooledByteBufAllocator.DEFAULT, bytes, bytes.length);
        }

        @Override
        public ByteBuf slice() {
            return this;
        }

        @Override
        public ByteBuf retainedSlice(int index, int length) {
            if (index > 0) {
                throw new IllegalStateException("beyond the middle");
            }
            return super.retainedSlice(index, length / 2);
        }
    }

    @Test
    void aBombIsStoppedByItsTotal() throws IOException {
        byte[] bomb = gzipOfZeros(64 << 20, Header.ustar("a").size(64 << 20).bytes());
        ArchiveLimits limits = new ArchiveLimits(1 << 20, 10, 100, 2000);
        LoadException failure = catchThrowableOfType(LoadException.class, () -> read(bomb, limits));
        assertThat(failure)
                .hasMessage("(open NEFF) limit of the emulator exceeded: members unpack to more than 1048576 bytes");
    }

    /** Holes cost nothing to store: they count as bytes, and share the memory of their zeros. */
    @Test
    void holesAreBoundedByTheTotal() {
        byte[] archive = tar().pax('x', "GNU.sparse.size=1099511627776", "GNU.sparse.map=1099511627775,1")
                .file("s", "x")
                .bytes();
        LoadException failure = catchThrowableOfType(LoadException.class, () -> read(archive, ArchiveLimits.DEFAULT));
        assertThat(failure).hasMessageContaining("members unpack to more than 17179869184 bytes");

        byte[] gigabyte = tar().pax('x', "GNU.sparse.size=1073741824", "GNU.sparse.map=1073741823,1")
                .file("s", "x")
                .bytes();
        try (MemberTable table = read(gigabyte, ArchiveLimits.DEFAULT)) {
            Member member = table.find("s").orElseThrow();
            assertThat(member.size()).isEqualTo(1 << 30);
            assertThat(member.content().getByte((1 << 30) - 1)).isEqualTo((byte) 'x');
            assertThat(member.content().getLong((1 << 30) - 9)).isZero();
        }
    }

    private static byte[] gzipOfZeros(int zeros, byte[] before) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3});
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(out, new Deflater(1, true))) {
            deflated.write(before);
            byte[] block = new byte[1 << 20];
            for (int left = zeros; left > 0; left -= block.length) {
                deflated.write(block);
            }
        }
        out.writeBytes(new byte[8]);
        return out.toByteArray();
    }

    private static void load(byte[] neff) {
        try (ByteSource source = ByteSource.of(neff)) {
            Nlog nlog = Nlog.silent();
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, nlog);
            ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog)
                    .close();
        } catch (LoadException e) {
            assertThat(e.records()).isNotEmpty();
            assertThat(e.status().code()).isIn(2, 4, 10);
        }
    }

    /** The same bytes as a listing sees them: there is no failure, whatever they are. */
    private static void list(byte[] neff) {
        try (ByteSource source = ByteSource.of(neff)) {
            long start = Math.min(1024, neff.length);
            ArchiveListing listing =
                    ArchiveSurvey.of(source.window(start, neff.length - start), ArchiveOptions.DEFAULT);
            assertThat(listing.storedLength() + listing.padding()).isEqualTo(neff.length - start);
        }
    }

    private static MemberTable read(byte[] payload, ArchiveLimits limits) {
        try (ByteSource source = ByteSource.of(payload)) {
            return ArchiveReader.read(
                    source, new ArchiveOptions(limits, ArchiveOptions.NameLocale.UTF_8), Nlog.silent());
        }
    }
}
