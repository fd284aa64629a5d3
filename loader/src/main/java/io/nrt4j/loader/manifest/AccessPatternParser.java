package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.Arrays;
import java.util.Optional;

/** One side of a descriptor: {@code parse_one_desc_ap}. Source: manifest.md §7.2. */
final class AccessPatternParser {
    private static final String FUNCTION = "parse_one_desc_ap";
    private static final LogMessage ZERO_SIZE = LogMessage.error("NEFF", FUNCTION, "Size cannot be 0");
    private static final LogMessage NO_DTYPE = LogMessage.error("NEFF", FUNCTION, "Invalid cce desc ap without dtype");

    private final String comment;
    private final MemRefInfo memRefs;
    private final ParseContext context;

    AccessPatternParser(String comment, MlaResources resources, ParseContext context) {
        this.comment = comment;
        this.memRefs = resources.memRefs;
        this.context = context;
    }

    AccessPattern to(ObjectKeys keys) {
        return parse(keys, "to", "to_off", "to_sizes", "to_steps", "to_dtype");
    }

    AccessPattern from(ObjectKeys keys) {
        return parse(keys, "from", "from_off", "from_sizes", "from_steps", "from_dtype");
    }

    /** Computations need to know what they compute with. */
    AccessPattern withDtype(AccessPattern pattern) {
        if (pattern.dtype().isEmpty()) {
            throw context.refuse(NO_DTYPE);
        }
        return pattern;
    }

    private AccessPattern parse(
            ObjectKeys keys, String nameKey, String offsetKey, String sizesKey, String stepsKey, String dtypeKey) {
        String name = keys.string(nameKey);
        Variable variable = memRefs.find(name).orElseThrow(() -> invalid("unknown variable " + name));
        long offset = keys.unsigned(offsetKey);
        long[] sizes = sizes(keys, sizesKey);
        long[] steps = steps(keys, stepsKey);
        if (sizes.length == 0 || sizes.length != steps.length) {
            throw invalid(sizes.length + " sizes and " + steps.length + " steps");
        }
        return new AccessPattern(variable.name(), variable.varId(), offset, sizes, steps, dtype(keys, dtypeKey));
    }

    private long[] sizes(ObjectKeys keys, String key) {
        long[] sizes = new long[AccessPattern.MAX_DIMENSIONS];
        int count = 0;
        for (JsonElement element : keys.array(key).elements()) {
            long size = keys.asUnsigned(element, key);
            if (size == 0) {
                throw context.refuse(ZERO_SIZE);
            }
            checkRoom(count, key);
            sizes[count++] = size;
        }
        return Arrays.copyOf(sizes, count);
    }

    private long[] steps(ObjectKeys keys, String key) {
        long[] steps = new long[AccessPattern.MAX_DIMENSIONS];
        int count = 0;
        for (JsonElement element : keys.array(key).elements()) {
            long step = element.signed().orElseThrow(() -> keys.wrongType(key));
            checkRoom(count, key);
            steps[count++] = step;
        }
        return Arrays.copyOf(steps, count);
    }

    private void checkRoom(int count, String key) {
        if (count == AccessPattern.MAX_DIMENSIONS) {
            throw invalid("more than " + AccessPattern.MAX_DIMENSIONS + " " + key);
        }
    }

    private Optional<DmaDtype> dtype(ObjectKeys keys, String key) {
        return keys.optionalString(key)
                .map(text -> DmaDtype.fromText(text).orElseThrow(() -> invalid("unknown " + key + " " + text)));
    }

    private LoadException invalid(String reason) {
        return context.refuse(DmaBlockParser.INVALID_BLOCK, comment, reason);
    }
}
