package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One entry of {@code var}: {@code parse_one_variable}. Source: manifest.md §5. */
final class VariableParser {
    private static final String FUNCTION = "parse_one_variable";
    private static final LogMessage ALIGNMENT =
            LogMessage.error("NEFF", FUNCTION, "alignment provided not power of 2. alignment=%u");
    private static final LogMessage UNKNOWN_TYPE = LogMessage.error("NEFF", FUNCTION, "Unknown type %s for %s");
    private static final LogMessage POINTER_SIZE =
            LogMessage.error("NEFF", FUNCTION, "Invalid size %lu of pointer variable %s, must be %lu");

    private final String directory;
    private final Arch target;
    private final ParseContext context;

    VariableParser(String directory, Arch target, ParseContext context) {
        this.directory = directory;
        this.target = target;
        this.context = context;
    }

    /** Reads one variable; registering it is the caller's. */
    Variable parse(String name, JsonElement element) {
        ObjectKeys keys = new ObjectKeys(element, name, FUNCTION, context);
        String type = element.get("type").flatMap(JsonElement::string).orElseThrow(() -> keys.wrongType("type"));
        int varId = keys.u32("var_id");
        int alignment = alignment(keys);
        String dtype = keys.optionalString("dtype").orElse("");
        VariableAttributes attributes =
                new VariableAttributes(name, varId, Integer.toUnsignedLong(alignment), dtype, shape(keys));
        return switch (MemRefType.fromText(type).orElseThrow(() -> context.refuse(UNKNOWN_TYPE, type, name))) {
            case MR_SB -> new Variable.StateBuffer(attributes);
            case MR_INPUT -> new Variable.Input(attributes, keys.unsigned("size"));
            case MR_OUTPUT -> new Variable.Output(attributes, keys.unsigned("size"));
            case MR_TMP_BUF -> new Variable.TmpBuffer(attributes, keys.unsigned("size"), devicePrint(keys));
            case MR_VIRTUAL_TMP_BUF -> virtual(attributes, keys);
            case MR_BUFFER -> file(attributes, keys);
            case MR_PTR -> pointer(attributes, keys);
            case MR_LIST -> new Variable.VariableList(attributes, list(keys));
            case MR_PTR_TABLE -> new Variable.DgeTable(attributes, list(keys));
            case MR_REMOTE -> remote(attributes, keys);
            case MR_INVALID, MR_BUFFER_STAGED -> throw context.refuse(UNKNOWN_TYPE, type, name);
        };
    }

    private int alignment(ObjectKeys keys) {
        int alignment = keys.optionalU32("alignment").orElse(0);
        if (alignment != 0 && Integer.bitCount(alignment) != 1) {
            throw context.refuse(ALIGNMENT, Integer.toUnsignedLong(alignment));
        }
        return alignment;
    }

    private static List<Long> shape(ObjectKeys keys) {
        List<Long> shape = new ArrayList<>();
        keys.optionalArray("shape")
                .ifPresent(array -> array.elements().forEach(e -> shape.add(keys.asUnsigned(e, "shape"))));
        return shape;
    }

    private Variable virtual(VariableAttributes attributes, ObjectKeys keys) {
        long size = keys.unsigned("size");
        long offset = keys.unsigned("backing_variable_off");
        BackingBuffer backing = keys.optionalString("backing_buf")
                .map(text -> BackingBuffer.fromText(text).orElseThrow(() -> keys.wrongType("backing_buf")))
                .orElse(BackingBuffer.LOCAL);
        return new Variable.Virtual(attributes, size, offset, backing, devicePrint(keys));
    }

    /** Inf1 files give no size: the payload's counts. */
    private Variable file(VariableAttributes attributes, ObjectKeys keys) {
        String path = MemberPath.in(directory, keys.string("file_name"));
        boolean sizeFromPayload = target == Arch.TONGA && keys.find("size").isEmpty();
        long size = sizeFromPayload ? 0 : keys.unsigned("size");
        Payload payload = FilePayload.load(path, context);
        return new Variable.FileBuffer(attributes, sizeFromPayload ? payload.size() : size, payload, devicePrint(keys));
    }

    private Variable pointer(VariableAttributes attributes, ObjectKeys keys) {
        long size = keys.unsigned("size");
        if (size != Variable.Pointer.SIZE) {
            throw context.refuse(POINTER_SIZE, size, attributes.name(), Variable.Pointer.SIZE);
        }
        return new Variable.Pointer(attributes, keys.u32("referenced_var_id"), false);
    }

    /** A missing list gets the same line as one of the wrong type. */
    private static List<Integer> list(ObjectKeys keys) {
        if (keys.find("list").isEmpty()) {
            throw keys.wrongType("list");
        }
        return keys.optionalU32s("list");
    }

    /** No real file has one; the names of the keys are the runtime's for its fields. Without an id the name decides. */
    private static Variable remote(VariableAttributes attributes, ObjectKeys keys) {
        return new Variable.Remote(
                attributes,
                keys.u32("remote_vtpb_rel_sg_id"),
                keys.optionalU32("remote_var_id").orElse(Variable.Remote.BY_NAME));
    }

    private static Optional<DevicePrintMetadata> devicePrint(ObjectKeys keys) {
        Optional<String> prefix = keys.optionalString("prefix");
        var pipe = keys.optionalU32("pipe");
        return prefix.isEmpty() && pipe.isEmpty()
                ? Optional.empty()
                : Optional.of(new DevicePrintMetadata(prefix.orElse(""), pipe.orElse(0)));
    }
}
