package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One element of {@code desc}. Source: manifest.md §7.2. */
final class DescriptorParser {
    private static final LogMessage UNKNOWN_OPERATION =
            LogMessage.error("NEFF", DmaBlockParser.FUNCTION, "Unknown dma operation: %s");
    /** {@code sdma_max_fma_sources}. */
    private static final int MAX_SOURCES = 16;

    private static final int MAX_SOURCES_MARIANA = 32;
    private static final int TRANSPOSE_DIMENSIONS = 4;

    private final String comment;
    private final Arch target;
    private final ParseContext context;
    private final AccessPatternParser patterns;

    DescriptorParser(String comment, MlaResources resources, ParseContext context) {
        this.comment = comment;
        this.target = resources.target;
        this.context = context;
        this.patterns = new AccessPatternParser(comment, resources, context);
    }

    DmaDescriptor parse(JsonElement element) {
        ObjectKeys keys = new ObjectKeys(element, "dma block " + comment, DmaBlockParser.FUNCTION, context);
        Optional<String> op = keys.optionalString("op");
        int tiling = keys.optionalU32("num_tiling_dimensions").orElse(0);
        if (op.isEmpty()) {
            boolean transpose = keys.find("transpose_op").isPresent();
            return transpose ? transpose(keys, tiling) : copy(keys, tiling);
        }
        return switch (op.get()) {
            case "copy", "cast" -> copy(keys, tiling);
            case "transpose" -> transpose(keys, tiling);
            case "fma" -> compute(DmaOp.FMA, keys, tiling);
            case "add" -> compute(DmaOp.ADD, keys, tiling);
            case "min" -> compute(DmaOp.MIN, keys, tiling);
            case "max" -> compute(DmaOp.MAX, keys, tiling);
            default -> throw context.refuse(UNKNOWN_OPERATION, op.get());
        };
    }

    private DmaDescriptor copy(ObjectKeys keys, int tiling) {
        AccessPattern to = patterns.to(keys);
        return new DmaDescriptor.Copy(patterns.from(keys), to, tiling);
    }

    private DmaDescriptor transpose(ObjectKeys keys, int tiling) {
        AccessPattern to = patterns.to(keys);
        AccessPattern from = patterns.from(keys);
        List<Long> shape = new ArrayList<>();
        keys.array("transpose_shape").elements().forEach(e -> shape.add(keys.asUnsigned(e, "transpose_shape")));
        if (shape.size() != TRANSPOSE_DIMENSIONS) {
            throw keys.wrongType("transpose_shape");
        }
        return new DmaDescriptor.Transpose(
                from,
                to,
                tiling,
                shape,
                keys.u32("transpose_element_size"),
                keys.optionalString("transpose_op").orElse(""));
    }

    private DmaDescriptor compute(DmaOp op, ObjectKeys keys, int tiling) {
        AccessPattern to = patterns.withDtype(patterns.to(keys));
        checkScaleDtype(keys);
        float scale = scale(keys).orElse(1f);
        List<DmaDescriptor.Operand> operands = new ArrayList<>();
        for (JsonElement source : keys.array("from_arr").elements()) {
            ObjectKeys sourceKeys = new ObjectKeys(source, "dma block " + comment, DmaBlockParser.FUNCTION, context);
            operands.add(new DmaDescriptor.Operand(
                    patterns.withDtype(patterns.from(sourceKeys)),
                    scale(sourceKeys).orElse(scale)));
        }
        int max = target == Arch.MARIANA ? MAX_SOURCES_MARIANA : MAX_SOURCES;
        if (operands.isEmpty() || operands.size() > max) {
            throw context.refuse(
                    DmaBlockParser.INVALID_BLOCK, comment, operands.size() + " sources, must be 1 to " + max);
        }
        return new DmaDescriptor.Compute(op, operands, to, tiling, constant(op, keys));
    }

    private void checkScaleDtype(ObjectKeys keys) {
        Optional<String> dtype = keys.optionalString("scale_dtype");
        if (dtype.isPresent() && !dtype.get().equals("float32")) {
            throw context.refuse(DmaBlockParser.INVALID_BLOCK, comment, "scale_dtype " + dtype.get());
        }
    }

    private static Optional<Float> scale(ObjectKeys keys) {
        return keys.find("scale").map(value -> (float) value.number().orElseThrow(() -> keys.wrongType("scale")));
    }

    /** Only {@code min} and {@code max} have one, and only with its type. */
    private Optional<DmaDescriptor.Constant> constant(DmaOp op, ObjectKeys keys) {
        boolean bounded = op == DmaOp.MIN || op == DmaOp.MAX;
        Optional<String> dtype = bounded ? keys.optionalString("constant_dtype") : Optional.empty();
        return dtype.map(text -> constant(text, keys));
    }

    private DmaDescriptor.Constant constant(String dtype, ObjectKeys keys) {
        JsonElement value = keys.required("constant");
        return switch (dtype) {
            case "float32" ->
                new DmaDescriptor.Constant(DmaDtype.FLOAT32, Float.floatToRawIntBits((float)
                        value.number().orElseThrow(() -> keys.wrongType("constant"))));
            case "int32" -> new DmaDescriptor.Constant(DmaDtype.INT32, int32(value, keys));
            case "uint32" -> new DmaDescriptor.Constant(DmaDtype.UINT32, keys.asU32(value, "constant"));
            default -> throw context.refuse(DmaBlockParser.INVALID_BLOCK, comment, "constant_dtype " + dtype);
        };
    }

    private static int int32(JsonElement value, ObjectKeys keys) {
        long number = value.signed().orElseThrow(() -> keys.wrongType("constant"));
        if (number != (int) number) {
            throw keys.wrongType("constant");
        }
        return (int) number;
    }
}
