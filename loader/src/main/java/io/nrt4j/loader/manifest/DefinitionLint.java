package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.container.FeatureBit;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Rules about the other sections of one definition. */
final class DefinitionLint {
    /** What staging demands of the event accelerator's reservation. Source: container.md §8.3. */
    private static final StateBufferReservation CONTRACT =
            new StateBufferReservation(StateBufferReservation.Type.EVTACCEL, 0x37FF8, 8, 0, 128);

    private DefinitionLint() {}

    static void check(Definition definition, LintContext context) {
        reservations(definition, context);
        features(definition, context);
        context.document(definition.path()).ifPresent(root -> danglingMembers(root, definition, context));
    }

    private static void reservations(Definition definition, LintContext context) {
        for (StateBufferReservation reservation : definition.stateBufferReservations()) {
            if (definition.target() == Arch.CAYMAN && !reservation.equals(CONTRACT)) {
                context.find(
                        LintRule.RESERVATION,
                        definition.path(),
                        "offset %d, size %d, base_partition %d, partitions %d"
                                .formatted(
                                        reservation.offset(),
                                        reservation.size(),
                                        reservation.basePartition(),
                                        reservation.partitions()));
            }
        }
    }

    private static void features(Definition definition, LintContext context) {
        for (String feature : definition.declarations().neffFeatures()) {
            Optional<FeatureBit> bit = Arrays.stream(FeatureBit.values())
                    .filter(b -> b.wireName().filter(feature::equals).isPresent())
                    .findFirst();
            if (bit.isEmpty() || !context.header().has(bit.get())) {
                context.find(
                        LintRule.FEATURES,
                        definition.path(),
                        feature + (bit.isEmpty() ? " is unknown" : " is not set in the header"));
            }
        }
    }

    /** What the loader does not open; a missing member that it opens is a problem, not a finding. */
    private static void danglingMembers(JsonElement root, Definition definition, LintContext context) {
        for (JsonElement.Field field : root.fields()) {
            if (field.key().endsWith("_dbg")) {
                names(field.value()).forEach(name -> named(field.key(), name, definition, context));
            }
        }
        root.get("act")
                .flatMap(JsonElement::string)
                .flatMap(file -> context.document(MemberPath.in(definition.directory(), file)))
                .flatMap(act -> act.get("act_info"))
                .flatMap(JsonElement::string)
                .ifPresent(name -> named("act_info", name, definition, context));
    }

    private static List<String> names(JsonElement value) {
        List<String> names = new ArrayList<>();
        value.string().ifPresent(names::add);
        value.elements().forEach(e -> e.string().ifPresent(names::add));
        return names;
    }

    private static void named(String key, String name, Definition definition, LintContext context) {
        String path = MemberPath.in(definition.directory(), name);
        if (context.members().find(path).isEmpty()
                && context.members().find(name).isEmpty()) {
            context.find(LintRule.DANGLING_MEMBER, definition.path(), key + " names " + path + ", which is absent");
        }
    }
}
