package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.q7.LibraryImage;
import io.nrt4j.hal.q7.LibrarySlot;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.q7.Q7FaultException;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.testing.Members;
import io.nrt4j.loader.testing.MiniLibrary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged libraries and manifests end in a documented status, never in anything else. */
class UcodeFuzzTest {
    private static final int SHORT_RUN = 5_000;
    private static final int LONG_RUN = 1_000_000;
    private static final long SEED = 0x5143_504C;

    /** What {@code prelink} returns: q7.md §0.3. */
    private static final Set<Integer> PRELINK_STATUSES = Set.of(0, 1, 4, 5, 7, 8, 12, 13);

    private static final int[] TELLING_WORDS = {
        0,
        1,
        2,
        5,
        7,
        20,
        35,
        0x80,
        0xFF,
        0x1000,
        0x8000,
        0x1FFF_FFFF,
        0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFF,
        0x0100_0000,
        0x0100_7FFF,
        0x01FF_FBFF,
        0x01FF_FC00,
        0x0200_0000,
        0x0200_1FFF,
        0x0300_0000,
        0x0000_FFF0
    };

    private static final String[] TELLING_JSON = {
        "null", "true", "-1", "0", "1", "4", "8", "133", "-123", "1.0", "18446744073709551615", "\"\"", "\"1.21.1.0\"",
        "\"2.0\"", "\"1\"", "\"mini.so\"", "[]", "{}", "[{}]", ",", "\"library\":", "\"functions\":", "{", "]", "\\",
                "\""
    };

    @Test
    void damagedLibraries() {
        damageLibraries(SHORT_RUN);
    }

    @Tag("fuzz")
    @Test
    void aMillionDamagedLibraries() {
        damageLibraries(LONG_RUN);
    }

    @Test
    void damagedManifests() {
        damageManifests(SHORT_RUN);
    }

    @Tag("fuzz")
    @Test
    void aMillionDamagedManifests() {
        damageManifests(LONG_RUN);
    }

    @Test
    void damagedImages() {
        damageImages(SHORT_RUN);
    }

    @Tag("fuzz")
    @Test
    void aMillionDamagedImages() {
        damageImages(LONG_RUN);
    }

    private static void damageLibraries(int cases) {
        byte[] model = MiniLibrary.mini2();
        SplittableRandom random = new SplittableRandom(SEED);
        List<Prelinker> prelinkers = List.of(new Prelinker(MemoryBounds.CAYMAN), new Prelinker(MemoryBounds.SUNDA));
        Set<Integer> seen = new TreeSet<>();
        for (int i = 0; i < cases; i++) {
            byte[] file = damaged(model, random);
            try {
                PrelinkResult result = prelinkers
                        .get(i % 2)
                        .prelink(Unpooled.wrappedBuffer(file).asReadOnly(), Nlog.silent());
                seen.add(result.status().code());
                if (result instanceof PrelinkResult.Linked linked) {
                    checkImage(linked.library());
                }
            } catch (RuntimeException | AssertionError e) {
                fail("case " + i + " of seed " + SEED, e);
            }
        }
        assertThat(PRELINK_STATUSES).containsAll(seen);
        assertThat(seen).contains(0, 1, 5, 7, 8, 12, 13);
    }

    private static void checkImage(PrelinkedLibrary library) {
        LibraryImage image = library.image();
        assertThat(image.code().readableBytes()).isEqualTo(image.header().codeLength());
        assertThat(image.data().readableBytes()).isEqualTo(image.header().dataLength());
        assertThat(image.size()).isLessThanOrEqualTo(Q7Cluster.MAX_IMAGE);
        assertThat(image.writes()).hasSize(3);
    }

    private static void damageManifests(int cases) {
        byte[] model = ("[{\"library\":\"mini.so\",\"ulib_to_ucode_version\":\"1.21.1.0\",\"opcode\":240,\"cpu_id\":0,"
                        + "\"total_cpus\":8,\"functions\":[{\"name\":\"k1\",\"opcode\":240,\"sub_opcode\":7}]}]")
                .getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(SEED);
        int read = 0;
        int aborted = 0;
        try (MemberTable members =
                new Members().with("mini.so", MiniLibrary.mini()).table()) {
            for (int i = 0; i < cases; i++) {
                String json = new String(damagedText(model, random), StandardCharsets.UTF_8);
                UcodeManifest manifest = new UcodeManifest("", members, List.of(), Nlog.silent());
                try {
                    manifest.readInline(json);
                    read++;
                } catch (RuntimeAbortException e) {
                    aborted++;
                } catch (LoadException e) {
                    assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID);
                    assertThat(e.getMessage()).isNotEmpty();
                } catch (RuntimeException e) {
                    fail("case " + i + " of seed " + SEED + ": " + json, e);
                }
            }
        }
        assertThat(read).isBetween(1, cases - 1);
        assertThat(aborted).isPositive();
    }

    private static void damageImages(int cases) {
        PrelinkResult result =
                new Prelinker(MemoryBounds.CAYMAN).prelink(Unpooled.wrappedBuffer(MiniLibrary.mini2()), Nlog.silent());
        ByteBuf image = Unpooled.buffer(0x100);
        ((PrelinkResult.Linked) result).library().image().writes().forEach(w -> {
            image.writeZero(w.offset() - image.writerIndex())
                    .writeBytes(w.bytes().duplicate());
        });
        byte[] model = Arrays.copyOf(image.array(), image.writerIndex());
        SplittableRandom random = new SplittableRandom(SEED);
        int loaded = 0;
        try (Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT)) {
            Q7Cluster cluster = device.core(0).q7().orElseThrow();
            long address = device.addressMap().hbm(0);
            for (int i = 0; i < cases; i++) {
                byte[] bytes = damaged(model, random);
                device.hbm(0).write(address, bytes, 0, bytes.length);
                try {
                    cluster.execute(LibrarySlot.load(address, 0, random.nextInt(0x10100)), device.bus());
                    loaded++;
                } catch (Q7FaultException e) {
                    assertThat(e.getMessage()).isNotEmpty();
                } catch (RuntimeException e) {
                    fail("case " + i + " of seed " + SEED, e);
                }
            }
        }
        assertThat(loaded).isBetween(1, cases - 1);
    }

    /** One to four words, halves, bytes or cuts. */
    private static byte[] damaged(byte[] model, SplittableRandom random) {
        byte[] bytes = model.clone();
        ByteBuf view = Unpooled.wrappedBuffer(bytes);
        int damages = 1 + random.nextInt(4);
        for (int i = 0; i < damages; i++) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    return Arrays.copyOf(bytes, random.nextInt(bytes.length));
                }
                case 1 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                case 3 -> view.setShortLE(random.nextInt(bytes.length - 1), random.nextInt());
                case 4 -> view.setIntLE(random.nextInt(bytes.length / 4) * 4, random.nextInt());
                default ->
                    view.setIntLE(
                            random.nextInt(bytes.length / 4) * 4, TELLING_WORDS[random.nextInt(TELLING_WORDS.length)]);
            }
        }
        return bytes;
    }

    /** One to three insertions, deletions, replacements or flipped bits. */
    private static byte[] damagedText(byte[] model, SplittableRandom random) {
        StringBuilder text = new StringBuilder(new String(model, StandardCharsets.ISO_8859_1));
        int damages = 1 + random.nextInt(3);
        for (int i = 0; i < damages && text.length() > 8; i++) {
            int at = random.nextInt(text.length() - 8);
            String telling = TELLING_JSON[random.nextInt(TELLING_JSON.length)];
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, telling);
                case 1 -> text.delete(at, at + 1 + random.nextInt(8));
                case 2 -> text.replace(at, at + 1, telling);
                case 3 -> replaceValue(text, at, telling);
                default -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(8)));
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Puts another value behind the next colon. */
    private static void replaceValue(StringBuilder text, int from, String value) {
        int colon = text.indexOf(":", from);
        if (colon < 0) {
            return;
        }
        int end = colon + 1;
        while (end < text.length() && ",]}".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        text.replace(colon + 1, end, value);
    }
}
