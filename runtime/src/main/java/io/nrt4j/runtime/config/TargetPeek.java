package io.nrt4j.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBufInputStream;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.LogicalCoreSize;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.container.NeffHeader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * A first look at what a NEFF was compiled for, to find an instance that fits it.
 *
 * <p>Judges nothing: what it cannot read is left open, and the load that follows says what is wrong.
 *
 * @param target the architecture of the kelf's {@code target}; empty for {@code *} and for what cannot be read
 * @param logicalCoreSize physical cores per logical core that the program needs
 */
public record TargetPeek(Optional<Arch> target, int logicalCoreSize) {
    /** Where a NEFF fits everywhere, or cannot be read. */
    public static final InstanceType FALLBACK = InstanceType.TRN2_3XLARGE;

    /** What is known of a file that cannot be read. */
    public static final TargetPeek UNKNOWN = new TargetPeek(Optional.empty(), 1);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads {@code neff.json} and the kelf descriptor that it names. */
    public static TargetPeek at(NeffHeader header, MemberTable members) {
        JsonNode kelf = json(members, "neff.json")
                .or(() -> json(members, "kelp.json"))
                .flatMap(TargetPeek::kelfMember)
                .flatMap(name -> json(members, name))
                .orElse(JSON.missingNode());
        int graphs = Math.max(1, kelf.path("graphs").size());
        boolean sized = header.has(FeatureBit.VNC) && header.vncSize() > 0;
        return new TargetPeek(target(kelf), sized ? header.vncSize() : graphs);
    }

    /** The smallest instance on which the program can load, or the fallback. */
    public InstanceType smallestInstance() {
        return target.flatMap(arch -> InstanceType.smallestFor(arch, sizeOn(arch)))
                .orElse(FALLBACK);
    }

    /** The smallest instance with so many logical cores; the smallest of all where none has them. */
    public InstanceType smallestInstance(int logicalCores) {
        Arch arch = target.orElse(FALLBACK.arch());
        return InstanceType.smallestFor(arch, sizeOn(arch), logicalCores).orElseGet(this::smallestInstance);
    }

    /** The logical-core size to configure on {@code instance}: what the program needs where the chip offers it. */
    public int sizeOn(InstanceType instance) {
        return sizeOn(instance.arch());
    }

    private int sizeOn(Arch arch) {
        return LogicalCoreSize.isValid(io.nrt4j.hal.Geometry.of(arch), logicalCoreSize) ? logicalCoreSize : 1;
    }

    private static Optional<Arch> target(JsonNode kelf) {
        if (!kelf.isObject()) {
            return Optional.empty();
        }
        // An absent target is what inf1 files have (container.md §8.2).
        return switch (kelf.path("target").asText("")) {
            case "sunda", "v2" -> Optional.of(Arch.SUNDA);
            case "cayman", "v3" -> Optional.of(Arch.CAYMAN);
            case "mariana", "v4" -> Optional.of(Arch.MARIANA);
            case "" -> Optional.of(kelf.has("target") ? Arch.SUNDA : Arch.TONGA);
            default -> Optional.empty();
        };
    }

    private static Optional<String> kelfMember(JsonNode neff) {
        for (JsonNode node : neff.path("nodes")) {
            JsonNode attributes = node.path("attrs");
            if (attributes.path("func_name").asText("").equals("__kelf")) {
                return Optional.ofNullable(attributes.path("kelf").textValue());
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> json(MemberTable members, String name) {
        return members.find(name).filter(m -> m.size() < 16 << 20).flatMap(member -> {
            try (InputStream in = new ByteBufInputStream(member.content().duplicate())) {
                return Optional.of(JSON.readTree(in));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }
}
