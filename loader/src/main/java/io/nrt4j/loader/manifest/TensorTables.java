package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The types and shapes of {@code neff.json} by entry id: {@code attrs.dltype} and {@code attrs.shape}. */
final class TensorTables {
    private static final LogMessage MISSING = NeffGraphParser.error("Missing dltype or shape in attrs");
    private static final LogMessage BAD_DTYPES = NeffGraphParser.error("Invalid dltype data format");
    private static final LogMessage BAD_SHAPES = NeffGraphParser.error("Invalid shape data format");
    private static final LogMessage OUT_OF_BOUNDS = NeffGraphParser.error("EID %u out of bounds for dtypes/shapes");
    private static final LogMessage TOO_MANY_DIMENSIONS = NeffGraphParser.error("Too many dimensions (%lu)");
    private static final LogMessage UNKNOWN_DTYPE =
            LogMessage.warn("NMGR", "parse_neff_json", "Unknown dtype: %s, defaulting to UNKNOWN");
    private static final long U32_MAX = 0xFFFF_FFFFL;

    private final List<String> dtypes;
    private final List<List<Long>> shapes;
    private final ParseContext context;

    private TensorTables(List<String> dtypes, List<List<Long>> shapes, ParseContext context) {
        this.dtypes = dtypes;
        this.shapes = shapes;
        this.context = context;
    }

    static TensorTables parse(JsonElement attrs, ParseContext context) {
        Optional<JsonElement> dltype = attrs.get("dltype");
        Optional<JsonElement> shape = attrs.get("shape");
        if (dltype.isEmpty() || shape.isEmpty()) {
            throw context.refuse(MISSING);
        }
        List<String> dtypes = new ArrayList<>();
        for (JsonElement text : tagged(dltype.get(), BAD_DTYPES, context).elements()) {
            dtypes.add(text.string().orElseThrow(() -> context.refuse(BAD_DTYPES)));
        }
        List<List<Long>> shapes = new ArrayList<>();
        for (JsonElement dimensions : tagged(shape.get(), BAD_SHAPES, context).elements()) {
            shapes.add(dimensions(dimensions, context));
        }
        return new TensorTables(dtypes, shapes, context);
    }

    /** The tensor with an entry id. */
    TensorInfo tensor(String name, long entryId) {
        if (entryId < 0 || entryId >= dtypes.size() || entryId >= shapes.size()) {
            throw context.refuse(OUT_OF_BOUNDS, entryId & U32_MAX);
        }
        String text = dtypes.get((int) entryId);
        List<Long> shape = shapes.get((int) entryId);
        NrtDtype dtype = NrtDtype.fromText(text).orElse(NrtDtype.UNKNOWN);
        if (dtype == NrtDtype.UNKNOWN) {
            context.log(UNKNOWN_DTYPE, text);
        }
        if (shape.size() > TensorInfo.MAX_DIMENSIONS) {
            throw context.refuse(TOO_MANY_DIMENSIONS, shape.size());
        }
        return new TensorInfo(name, dtype, text, shape, bytes(shape, dtype));
    }

    /** The size is overflow-checked in the runtime; its text for that is unknown. */
    private long bytes(List<Long> shape, NrtDtype dtype) {
        long bytes = dtype.bytes();
        for (long dimension : shape) {
            if (dimension != 0 && bytes > Long.MAX_VALUE / dimension) {
                throw context.refuse(BAD_SHAPES);
            }
            bytes *= dimension;
        }
        return bytes;
    }

    /** The list behind the tag, as in {@code ["list_str", […]]}. */
    private static JsonElement tagged(JsonElement value, LogMessage badFormat, ParseContext context) {
        List<JsonElement> parts = new ArrayList<>();
        value.elements().forEach(parts::add);
        return parts.stream()
                .skip(1)
                .findFirst()
                .filter(JsonElement::isArray)
                .orElseThrow(() -> context.refuse(badFormat));
    }

    private static List<Long> dimensions(JsonElement array, ParseContext context) {
        if (!array.isArray()) {
            throw badShape(context);
        }
        List<Long> dimensions = new ArrayList<>();
        for (JsonElement element : array.elements()) {
            long dimension = element.unsigned().orElseThrow(() -> badShape(context));
            if (dimension < 0 || dimension > U32_MAX) {
                throw badShape(context);
            }
            dimensions.add(dimension);
        }
        return dimensions;
    }

    private static LoadException badShape(ParseContext context) {
        return context.refuse(BAD_SHAPES);
    }
}
