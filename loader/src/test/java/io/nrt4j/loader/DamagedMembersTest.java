package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TarFixture;
import io.nrt4j.loader.testing.TestLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real NEFFs with damaged descriptions and programs, whole archives around them: they load or end in a {@link
 * LoadException}, and the device's accounting is what it was. {@link TestLoad#loadOrFail} checks both for every case.
 */
@Tag("corpus")
@ExtendWith(LeakWatch.class)
class DamagedMembersTest {
    private static final int SHORT_RUN = 60;
    private static final int LONG_RUN = 2_000;
    private static final long SEED = 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Numbers at which checks and arithmetic turn over. */
    private static final long[] TELLING_NUMBERS = {
        0,
        1,
        -1,
        2,
        15,
        16,
        17,
        63,
        64,
        127,
        128,
        255,
        256,
        512,
        4095,
        4096,
        65535,
        65536,
        65537,
        262144,
        1 << 24,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xFFFF_FFFFL,
        1L << 32,
        1L << 36,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private static final String[] TELLING_TEXTS = {
        "",
        "SB",
        "in",
        "out",
        "data",
        "dynamic",
        "act_load",
        "embedding_update",
        "pool",
        "sp",
        "copy",
        "fma",
        "transpose",
        "input",
        "output",
        "virtual",
        "pointer",
        "tmp-buf",
        "dge-table",
        "file",
        "float32",
        "uint8",
        "sg00",
        "..",
        "%s"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chengli-stream_256k_fd1k",
                "chengli-conv2d_4_float16_smaller",
                "tkf-fused_attention",
                "yousef-stream_256k_fd1k",
                "dlc-tf-simple-x-cc2.4.0",
                "dlc-tf-simple-inf1-cc1.6.13"
            })
    void damagedMembers(String name) throws IOException {
        run(name, SHORT_RUN);
    }

    @Tag("fuzz")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "chengli-stream_256k_fd1k",
                "chengli-conv2d_4_float16_smaller",
                "tkf-fused_attention",
                "nkimoe-v6b",
                "yousef-stream_256k_fd1k",
                "dlc-tiny-gpt2-cc2.14.227-5f50ca",
                "dlc-tf-simple-x-cc2.4.0",
                "dlc-tf-simple-inf1-cc1.6.13",
                "dlc-mxnet-mlp-inf1-cc1.3.7"
            })
    void manyDamagedMembers(String name) throws IOException {
        run(name, LONG_RUN);
    }

    private static void run(String name, int cases) throws IOException {
        Path file = Corpus.neff(name + ".neff");
        byte[] header = Arrays.copyOf(Files.readAllBytes(file), NeffHeader.SIZE);
        Map<String, byte[]> members = members(file);
        SplittableRandom random = new SplittableRandom(SEED);
        int refused = 0;
        try (TestLoad device = TestLoad.forFile(file)) {
            assertThat(device.loadOrFail(neff(header, members))).isEmpty();
            for (int i = 0; i < cases; i++) {
                Map<String, byte[]> damaged = damaged(members, random);
                try {
                    Optional<LoadException> failure = device.loadOrFail(neff(header, damaged));
                    refused += failure.isPresent() ? 1 : 0;
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("case " + i + " of " + name, e);
                }
            }
        }
        assertThat(refused).isBetween(1, cases - 1);
    }

    /** What a load opens. */
    private static Map<String, byte[]> members(Path file) throws IOException {
        Map<String, byte[]> members = new TreeMap<>();
        try (ByteSource source = ByteSource.open(file)) {
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, Nlog.silent());
            try (MemberTable table = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, Nlog.silent())) {
                for (Member member : table.members()) {
                    if (isOpened(member.name())) {
                        members.put(member.name(), ByteBufUtil.getBytes(member.content()));
                    }
                }
            }
            container.payload().close();
        }
        return members;
    }

    private static boolean isOpened(String name) {
        return !name.contains("debug") && !name.endsWith("act_info.json") && !name.endsWith("tensor_map.json");
    }

    private static byte[] neff(byte[] header, Map<String, byte[]> members) {
        TarFixture tar = TarFixture.tar();
        members.forEach(tar::file);
        byte[] payload = tar.end().bytes();
        byte[] neff = Arrays.copyOf(header, NeffHeader.SIZE + payload.length);
        System.arraycopy(payload, 0, neff, NeffHeader.SIZE, payload.length);
        Unpooled.wrappedBuffer(neff).setLongLE(0x10, payload.length);
        return neff;
    }

    /** One to three changes. */
    private static Map<String, byte[]> damaged(Map<String, byte[]> members, SplittableRandom random)
            throws IOException {
        Map<String, byte[]> damaged = new TreeMap<>(members);
        List<String> names = new ArrayList<>(members.keySet());
        for (int i = 0; i <= random.nextInt(3); i++) {
            String name = random.nextInt(3) == 0 ? "sg00/def.json" : names.get(random.nextInt(names.size()));
            byte[] bytes = damaged.get(name);
            if (bytes.length == 0) {
                continue;
            }
            if (name.endsWith(".json") && random.nextInt(8) != 0) {
                damaged.put(name, damagedJson(bytes, random));
            } else if (name.endsWith(".bin") && bytes.length % Slot.BYTES == 0) {
                damaged.put(name, damagedProgram(bytes, random));
            } else {
                damaged.put(name, damagedBytes(bytes, random));
            }
        }
        return damaged;
    }

    private static byte[] damagedBytes(byte[] bytes, SplittableRandom random) {
        byte[] damaged = bytes.clone();
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        return random.nextInt(8) == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged;
    }

    /** Another opcode, another field, a slot less, a slot twice. */
    private static byte[] damagedProgram(byte[] bytes, SplittableRandom random) {
        byte[] damaged = bytes.clone();
        int slot = random.nextInt(bytes.length / Slot.BYTES) * Slot.BYTES;
        int field = slot + random.nextInt(Slot.BYTES / Integer.BYTES) * Integer.BYTES;
        switch (random.nextInt(6)) {
            case 0 -> damaged[slot] = (byte) (0xC0 + random.nextInt(0x20));
            case 1 -> damaged[slot] = (byte) random.nextInt();
            case 2 -> Unpooled.wrappedBuffer(damaged).setIntLE(field, (int) telling(random));
            case 3 -> damaged[slot + random.nextInt(Slot.BYTES)] = (byte) random.nextInt();
            case 4 -> {
                int from = random.nextInt(bytes.length / Slot.BYTES) * Slot.BYTES;
                System.arraycopy(bytes, from, damaged, slot, Slot.BYTES);
            }
            default -> {
                return Arrays.copyOf(damaged, slot);
            }
        }
        return damaged;
    }

    private static byte[] damagedJson(byte[] bytes, SplittableRandom random) throws IOException {
        JsonNode root;
        try {
            root = JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            // An earlier change made it no JSON.
            return damagedBytes(bytes, random);
        }
        List<JsonNode> containers = new ArrayList<>();
        collect(root, containers);
        if (containers.isEmpty()) {
            return damagedBytes(bytes, random);
        }
        JsonNode chosen = containers.get(random.nextInt(containers.size()));
        if (chosen instanceof ObjectNode object) {
            List<String> keys = new ArrayList<>();
            object.fieldNames().forEachRemaining(keys::add);
            String key = keys.get(random.nextInt(keys.size()));
            if (random.nextInt(6) == 0) {
                object.remove(key);
            } else {
                object.set(key, other(object.get(key), random));
            }
        } else if (chosen instanceof ArrayNode array) {
            int index = random.nextInt(array.size());
            if (random.nextInt(4) == 0) {
                array.remove(index);
            } else if (random.nextInt(4) == 0) {
                array.add(array.get(index).deepCopy());
            } else {
                array.set(index, other(array.get(index), random));
            }
        }
        return JSON.writeValueAsBytes(root);
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode() && !node.isEmpty()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private static JsonNode other(JsonNode value, SplittableRandom random) {
        if (value.isNumber() && random.nextInt(4) != 0) {
            return JSON.getNodeFactory().numberNode(telling(random));
        }
        if (value.isTextual() && random.nextInt(4) != 0) {
            return JSON.getNodeFactory().textNode(TELLING_TEXTS[random.nextInt(TELLING_TEXTS.length)]);
        }
        return switch (random.nextInt(7)) {
            case 0 -> JSON.getNodeFactory().nullNode();
            case 1 -> JSON.getNodeFactory().numberNode(1.5);
            case 2 -> JSON.createArrayNode();
            case 3 -> JSON.createObjectNode();
            case 4 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
            case 5 -> JSON.createArrayNode().add(value.deepCopy());
            default -> JSON.getNodeFactory().numberNode(telling(random));
        };
    }

    private static long telling(SplittableRandom random) {
        return TELLING_NUMBERS[random.nextInt(TELLING_NUMBERS.length)];
    }
}
