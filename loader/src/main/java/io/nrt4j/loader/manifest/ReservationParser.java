package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code runtime_statebuffer_reservation}: {@code parse_sb_carveouts}. On CAYMAN the key must be there, if only as an
 * empty list; the values are checked at staging. Source: manifest.md §7.4, container.md §8.3.
 */
final class ReservationParser {
    private static final String KEY = "runtime_statebuffer_reservation";
    private static final String FUNCTION = "kelf_load_from_neff";
    private static final LogMessage INVALID_TYPE =
            LogMessage.error("NEFF", FUNCTION, "Invalid runtime_statebuffer_reservation type %s");
    private static final LogMessage MISSING = LogMessage.error(
            "NEFF",
            FUNCTION,
            "Missing or corrupted runtime_statebuffer_reservation field in def.json and"
                    + " NEURON_RT_ALLOW_LEGACY_NEFF=1 is not set. Potentially a legacy neff without proper compiler support");

    private ReservationParser() {}

    static List<StateBufferReservation> parse(JsonElement definition, Arch target, ParseContext context) {
        Optional<JsonElement> array = definition.get(KEY).filter(JsonElement::isArray);
        if (array.isEmpty()) {
            if (target == Arch.CAYMAN && !context.options().allowLegacyNeff()) {
                throw context.refuse(MISSING);
            }
            return List.of();
        }
        List<StateBufferReservation> reservations = new ArrayList<>();
        array.get().elements().forEach(e -> reservations.add(reservation(e, context)));
        return reservations;
    }

    private static StateBufferReservation reservation(JsonElement element, ParseContext context) {
        ObjectKeys keys = new ObjectKeys(element, KEY, FUNCTION, context);
        String type = keys.string("type");
        if (!type.equals("evtaccel")) {
            throw context.refuse(INVALID_TYPE, type);
        }
        return new StateBufferReservation(
                StateBufferReservation.Type.EVTACCEL,
                keys.unsigned("offset"),
                keys.unsigned("size"),
                keys.unsigned("base_partition"),
                keys.unsigned("partitions"));
    }
}
