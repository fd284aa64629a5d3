package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.CoreMap;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.Block;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The images of an ordinary load, whose addresses the emulator's allocator chose, against the recorded ones: equal but
 * for addresses of device memory, and of these each stands for one recorded address throughout the file.
 *
 * <p>Source: image-assembly.md §6 (which bytes of a slot are addresses), §7-§10.
 */
@Tag("corpus")
class AllocatedImagesCorpusTest {
    private static int images;
    private static int equal;
    private static int slots;
    private static int slotsWithOtherAddress;

    static Stream<Path> descriptions() {
        return Corpus.images();
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void imagesDifferInAddressesOnly(Path file) throws IOException {
        JsonNode description = Corpus.json("images/" + file.getFileName());
        byte[] recorded = Files.readAllBytes(Path.of(file.toString().replace(".json", ".img")));
        RuntimeProfile profile =
                RuntimeProfile.named(description.get("runtime").asText()).orElseThrow();
        List<String> differences = new ArrayList<>();
        try (Instance instance = instance(description);
                ByteSource source =
                        ByteSource.open(Corpus.neff(description.get("neff").asText()));
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT.withProfile(profile))
                        .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
            Addresses addresses = new Addresses(AddressMap.of(instance.type().arch()));
            for (JsonNode graph : description.get("graphs")) {
                String name = graph.get("graph").asText();
                CoreProgram program = model.images().program(Integer.parseInt(name.substring(2)));
                RecordedImage real = new RecordedImage(graph, recorded);
                for (EngineImage image : program.images()) {
                    String difference = difference(image, real, addresses);
                    images++;
                    equal += difference.isEmpty() ? 1 : 0;
                    differences.add(difference.isEmpty() ? "" : name + " " + image.engine() + ": " + difference);
                }
            }
        }
        assertThat(differences).allMatch(String::isEmpty);
    }

    /** The physical cores that the recordings were made on. Source: hal.md §1.4. */
    private static Instance instance(JsonNode description) {
        return description.get("instance").asText().startsWith("trn1")
                ? new Instance(InstanceType.TRN1_2XLARGE, 1, DeviceOptions.DEFAULT)
                : new Instance(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT.withCoreMap(CoreMap.SENG_SWAP));
    }

    private static String difference(EngineImage image, RecordedImage real, Addresses addresses) {
        EngineType engine = image.engine();
        if (image.slots() != real.slots(engine)) {
            return image.slots() + " slots, not " + real.slots(engine);
        }
        if (!addresses.correspond(real.address(engine), image.address())) {
            return "another object at the image's address";
        }
        for (int i = 0; i < image.slots(); i++) {
            Slot ours = copy(image.slot(i));
            Slot theirs = copy(real.slot(engine, i));
            boolean sameBytes = Arrays.equals(ours.toBytes(), theirs.toBytes());
            if (!addresses.takeOut(ours, theirs) || !Arrays.equals(ours.toBytes(), theirs.toBytes())) {
                return "slot " + i + " (" + image.sections().of(i) + ")";
            }
            slots++;
            slotsWithOtherAddress += sameBytes ? 0 : 1;
        }
        return "";
    }

    private static Slot copy(Slot slot) {
        return Slot.at(Unpooled.wrappedBuffer(slot.toBytes()), 0);
    }

    /** Addresses of device memory, recorded and ours, in pairs. */
    private static final class Addresses {
        private final AddressMap map;
        private final Map<Long, Long> toOurs = new HashMap<>();
        private final Map<Long, Long> toRecorded = new HashMap<>();

        Addresses(AddressMap map) {
            this.map = map;
        }

        /** Zeroes corresponding addresses of device memory in both slots; false if two do not correspond. */
        boolean takeOut(Slot ours, Slot recorded) {
            return fields(recorded).allMatch(at -> {
                long real = recorded.i64(at);
                if (!isDeviceMemory(real)) {
                    return true;
                }
                boolean same = correspond(real, ours.i64(at));
                recorded.setI64(at, 0);
                ours.setI64(at, 0);
                return same;
            });
        }

        boolean correspond(long recorded, long ours) {
            Long known = toOurs.putIfAbsent(recorded, ours);
            Long back = toRecorded.putIfAbsent(ours, recorded);
            return isDeviceMemory(ours) && (known == null || known == ours) && (back == null || back == recorded);
        }

        private boolean isDeviceMemory(long address) {
            return address != 0
                    && map.find(address).filter(l -> l.block() == Block.HBM).isPresent();
        }

        /** The bytes that hold addresses, by opcode. */
        private static IntStream fields(Slot slot) {
            return switch (slot.opcodeCode()) {
                case 0xAA, 0x95 -> IntStream.of(16);
                case 0xB8 -> IntStream.of(16, 40);
                // Ring bases are stored as immediates.
                case 0xAB -> slot.u8(13) == 1 ? IntStream.of(32, 40, 48, 56) : IntStream.of(16);
                default -> IntStream.empty();
            };
        }
    }

    @AfterAll
    static void report() {
        System.out.println("images of ordinary loads: " + equal + " of " + images + " equal but for addresses ("
                + slotsWithOtherAddress + " of " + slots + " slots have one)");
    }
}
