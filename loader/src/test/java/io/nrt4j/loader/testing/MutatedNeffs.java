package io.nrt4j.loader.testing;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Damaged NEFFs, one after the other, the same for the same seed. The payload is a bare tar, so that a changed byte
 * lands in a header, a text or an instruction.
 */
public final class MutatedNeffs {
    private static final String DIGITS = "0123456789-";
    private static final int TAR_BLOCK = 512;

    private final SplittableRandom random;
    private final List<byte[]> originals =
            List.of(model(Arch.CAYMAN).toByteArray(), model(Arch.SUNDA).toByteArray());
    private byte[] original = originals.get(0);

    public MutatedNeffs(long seed) {
        random = new SplittableRandom(seed);
    }

    /** What the last file was made of. */
    public byte[] original() {
        return original.clone();
    }

    /** The next file. */
    public byte[] next() {
        original = originals.get(random.nextInt(originals.size()));
        return mutate();
    }

    private static NeffBuilder model(Arch arch) {
        Slot wait = Slot.create(Opcode.NOP).setWait(WaitMode.SEM_GE_IMM, 8, 16);
        return NeffBuilder.named("m.neff")
                .target(arch)
                .uncompressed()
                .graph(g -> g.input("x", TensorType.FLOAT32, 4, 8)
                        .output("y", TensorType.FLOAT32, 4, 8)
                        .constant("w", TensorType.FLOAT16, new byte[6], 3)
                        .virtual("s", 4096, 0)
                        .queue("q", "in", EngineType.SP, 8)
                        .copy(EngineType.SP, "q", 0, 8, "x", "y", 128)
                        .program(EngineType.SP, Program.slots(Program.trigger("q", 0), wait))
                        .program(EngineType.DVE, Program.slots(wait, Slot.create(Opcode.COPY), wait))
                        .file("debug_info_asm_SP.dbg", new byte[] {0x1a, 0, 0x1a, 0}));
    }

    /** One to four changes: noise, another digit for a digit, or a piece of the file over another. */
    private byte[] mutate() {
        byte[] mutated = original.clone();
        for (int change = random.nextInt(1, 5); change > 0; change--) {
            int at = NeffHeader.SIZE + random.nextInt(mutated.length - NeffHeader.SIZE);
            switch (random.nextInt(4)) {
                case 0 -> mutated[at] = (byte) random.nextInt();
                case 1 ->
                    System.arraycopy(
                            original,
                            random.nextInt(original.length - 64),
                            mutated,
                            Math.min(at, mutated.length - 64),
                            64);
                case 2 -> mutated[random.nextInt(NeffHeader.SIZE)] = (byte) random.nextInt();
                default -> changeDigit(mutated, at);
            }
        }
        repairChecksums(mutated);
        return mutated;
    }

    private void changeDigit(byte[] bytes, int from) {
        for (int at = from; at < bytes.length; at++) {
            if (bytes[at] >= '0' && bytes[at] <= '9') {
                bytes[at] = (byte) DIGITS.charAt(random.nextInt(DIGITS.length()));
                return;
            }
        }
    }

    /** Most changed headers would be refused for their checksum alone. */
    private void repairChecksums(byte[] file) {
        for (int block = NeffHeader.SIZE; block + TAR_BLOCK <= file.length; block += TAR_BLOCK) {
            boolean header = new String(file, block + 257, 5, StandardCharsets.ISO_8859_1).equals("ustar");
            if (header && random.nextInt(8) != 0) {
                int sum = 8 * ' ';
                for (int i = 0; i < TAR_BLOCK; i++) {
                    sum += i >= 148 && i < 156 ? 0 : file[block + i] & 0xFF;
                }
                byte[] text = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.ISO_8859_1);
                System.arraycopy(text, 0, file, block + 148, text.length);
            }
        }
    }
}
