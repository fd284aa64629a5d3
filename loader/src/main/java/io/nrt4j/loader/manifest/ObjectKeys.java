package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The keys of one JSON object, taken with the checks and in the words of the runtime's parsers.
 *
 * <p>A missing key gives {@code missing <KEY> in %s}, one of the wrong type {@code Failed to parse, key: KEY}. The runtime
 * is known to print these for single keys (manifest.md §5, §6); for the others they are the emulator's choice.
 */
final class ObjectKeys {
    private static final LogMessage MISSING = LogMessage.error("NEFF", "", "missing <%s> in %s");
    private static final LogMessage FAILED_TO_PARSE = LogMessage.error("NEFF", "", "Failed to parse, key: %s");
    private static final long U32_MAX = 0xFFFF_FFFFL;

    private final JsonElement object;
    private final String owner;
    private final String function;
    private final ParseContext context;

    /**
     * @param owner what the object describes, for the line about a missing key
     * @param function the C function that reads it
     */
    ObjectKeys(JsonElement object, String owner, String function, ParseContext context) {
        this.object = object;
        this.owner = owner;
        this.function = function;
        this.context = context;
    }

    /** The value of a key, whatever its type. */
    Optional<JsonElement> find(String key) {
        return object.get(key);
    }

    JsonElement required(String key) {
        return find(key).orElseThrow(() -> context.refuse(MISSING.in("NEFF", function), key, owner));
    }

    LoadException wrongType(String key) {
        return context.refuse(FAILED_TO_PARSE.in("NEFF", function), key);
    }

    String string(String key) {
        return asString(required(key), key);
    }

    Optional<String> optionalString(String key) {
        return find(key).map(value -> asString(value, key));
    }

    /** 64 bits, cut to 2^63-1: no device is larger, and no caller need think of a sign. */
    long unsigned(String key) {
        return asUnsigned(required(key), key);
    }

    OptionalLong optionalUnsigned(String key) {
        Optional<JsonElement> value = find(key);
        return value.isPresent() ? OptionalLong.of(asUnsigned(value.get(), key)) : OptionalLong.empty();
    }

    int u32(String key) {
        return asU32(required(key), key);
    }

    OptionalInt optionalU32(String key) {
        Optional<JsonElement> value = find(key);
        return value.isPresent() ? OptionalInt.of(asU32(value.get(), key)) : OptionalInt.empty();
    }

    boolean bool(String key) {
        return asBool(required(key), key);
    }

    boolean optionalBool(String key) {
        Optional<JsonElement> value = find(key);
        return value.isPresent() && asBool(value.get(), key);
    }

    JsonElement array(String key) {
        return asArray(required(key), key);
    }

    Optional<JsonElement> optionalArray(String key) {
        return find(key).map(value -> asArray(value, key));
    }

    /** The numbers of an array; none where the key is absent. */
    List<Integer> optionalU32s(String key) {
        List<Integer> numbers = new ArrayList<>();
        optionalArray(key).ifPresent(array -> array.elements().forEach(e -> numbers.add(asU32(e, key))));
        return numbers;
    }

    /** The texts of an array; none where the key is absent. */
    List<String> optionalStrings(String key) {
        List<String> texts = new ArrayList<>();
        optionalArray(key).ifPresent(array -> array.elements().forEach(e -> texts.add(asString(e, key))));
        return texts;
    }

    JsonElement asArray(JsonElement value, String key) {
        if (!value.isArray()) {
            throw wrongType(key);
        }
        return value;
    }

    String asString(JsonElement value, String key) {
        return value.string().orElseThrow(() -> wrongType(key));
    }

    long asUnsigned(JsonElement value, String key) {
        long bits = value.unsigned().orElseThrow(() -> wrongType(key));
        return bits < 0 ? Long.MAX_VALUE : bits;
    }

    int asU32(JsonElement value, String key) {
        long number = asUnsigned(value, key);
        if (number > U32_MAX) {
            throw wrongType(key);
        }
        return (int) number;
    }

    private boolean asBool(JsonElement value, String key) {
        return value.bool().orElseThrow(() -> wrongType(key));
    }
}
