package io.nrt4j.loader.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.MemberTables;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;

/** Random damage to a valid model ends in success or a {@link LoadException}, and inspection always in a result. */
class ManifestFuzzTest {
    private static final List<Arch> ARCHITECTURES = List.of(Arch.values());

    private static final String[] TOKENS = {
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "0",
        "-1",
        "1.5",
        "true",
        "null",
        "\"x\"",
        "{}",
        "[]",
        "[[]]",
        "18446744073709551615",
        "9223372036854775807",
        "4294967296",
        "\"\\ud800\"",
        "\"type\"",
        "\"SB\""
    };

    @Property(tries = 2_000)
    void damageEndsInALoadException(@ForAll long seed) {
        survive(seed);
    }

    @Tag("fuzz")
    @Property(tries = 1_000_000)
    void muchDamageEndsInALoadException(@ForAll long seed) {
        survive(seed);
    }

    private static void survive(long seed) {
        Random random = new Random(seed);
        SmallModel model = SmallModel.cayman();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            damage(model, random);
        }
        try (MemberTable members = MemberTables.of(model.members())) {
            parse(members, ARCHITECTURES.get(random.nextInt(ARCHITECTURES.size())), random.nextBoolean());
            assertThat(ManifestInspector.inspect(members)).isNotNull();
        }
    }

    private static void parse(MemberTable members, Arch arch, boolean legacy) {
        ManifestOptions options = ManifestOptions.forArch(arch)
                .withAllowLegacyNeff(legacy)
                .withStrict(legacy)
                .withMaxJsonMemory(1 << 22);
        try {
            ManifestParser.parse(members, options, Nlog.silent());
        } catch (LoadException e) {
            assertThat(e.stage()).isEqualTo(LoadStage.MANIFEST);
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private static void damage(SmallModel model, Random random) {
        List<String> names = model.members().keySet().stream()
                .filter(name -> random.nextInt(4) == 0 || name.endsWith(".json"))
                .toList();
        String name = names.get(random.nextInt(names.size()));
        byte[] content = model.members().get(name);
        switch (random.nextInt(6)) {
            case 0 -> model.drop(name);
            case 1 -> flip(content, random);
            case 2 -> model.bytes(name, java.util.Arrays.copyOf(content, random.nextInt(content.length + 1)));
            case 3 -> swap(model, name, random);
            default -> replaceToken(model, name, random);
        }
    }

    private static void flip(byte[] content, Random random) {
        if (content.length > 0) {
            content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
        }
    }

    private static void swap(SmallModel model, String name, Random random) {
        Map<String, byte[]> members = model.members();
        List<String> names = List.copyOf(members.keySet());
        String other = names.get(random.nextInt(names.size()));
        byte[] content = members.get(name);
        members.put(name, members.get(other));
        members.put(other, content);
    }

    /** Puts another token in place of a value, a key or a piece of either. */
    private static void replaceToken(SmallModel model, String name, Random random) {
        String[] parts = model.content(name).split("(?<=[\\[\\]{},:])|(?=[\\[\\]{},:])");
        parts[random.nextInt(parts.length)] = TOKENS[random.nextInt(TOKENS.length)];
        model.bytes(name, String.join("", parts).getBytes(UTF_8));
    }
}
