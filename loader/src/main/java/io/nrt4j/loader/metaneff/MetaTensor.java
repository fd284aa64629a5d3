package io.nrt4j.loader.metaneff;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One input or output. Source: metaneff.md §2.
 *
 * @param name must equal the name of the NEFF's variable
 * @param shape dimensions, outermost first; empty for a scalar
 * @param dataType the number on the wire, see {@link MetaDataType}
 * @param content a constant's bytes; empty for none
 * @param dynamicBatchSize whether the first dimension of a call may differ
 * @param checkpointKey the name in the checkpoint of a weight or state
 * @param type the number on the wire, see {@link MetaTensorType}
 * @param userInputKey the name of a keyword argument
 * @param unknown fields of other schemas, kept as they came
 */
public record MetaTensor(
        ByteString name,
        List<Long> shape,
        int dataType,
        ByteString content,
        boolean dynamicBatchSize,
        Optional<ByteString> checkpointKey,
        int type,
        Optional<ByteString> userInputKey,
        UnknownFieldSet unknown) {
    private static final int NAME = 1;
    private static final int SHAPE = 2;
    private static final int DATA_TYPE = 3;
    private static final int CONTENT = 4;
    private static final int DYNAMIC_BATCH_SIZE = 5;
    private static final int CHECKPOINT_KEY = 6;
    private static final int TYPE = 7;
    private static final int USER_INPUT_KEY = 8;

    public MetaTensor {
        shape = List.copyOf(shape);
    }

    /** A tensor of a role, without anything else. */
    public static MetaTensor of(String name, MetaDataType dataType, MetaTensorType type, Long... shape) {
        return new MetaTensor(
                ByteString.copyFromUtf8(name),
                List.of(shape),
                dataType.code(),
                ByteString.EMPTY,
                false,
                Optional.empty(),
                type.code(),
                Optional.empty(),
                UnknownFieldSet.getDefaultInstance());
    }

    /** The name as text. */
    public String nameText() {
        return name.toStringUtf8();
    }

    /** The element type as {@code neff.json} names it; the number where it has no name. */
    public String typeText() {
        return MetaDataType.fromCode(dataType).map(MetaDataType::label).orElse(Integer.toString(dataType));
    }

    /**
     * Bytes of the tensor; empty for an element type without a size, a dimension below 1, and what no 64 bits hold.
     */
    public Optional<Long> bytes() {
        Optional<Integer> element =
                MetaDataType.fromCode(dataType).map(MetaDataType::bytes).filter(b -> b > 0);
        if (element.isEmpty() || shape.stream().anyMatch(dimension -> dimension < 1)) {
            return Optional.empty();
        }
        try {
            long bytes = element.get();
            for (long dimension : shape) {
                bytes = Math.multiplyExact(bytes, dimension);
            }
            return Optional.of(bytes);
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Reads the fields of one message. */
    static MetaTensor decode(CodedInputStream in) throws IOException {
        ByteString name = ByteString.EMPTY;
        List<Long> shape = new ArrayList<>();
        int dataType = 0;
        ByteString content = ByteString.EMPTY;
        boolean dynamic = false;
        Optional<ByteString> checkpointKey = Optional.empty();
        int type = 0;
        Optional<ByteString> userInputKey = Optional.empty();
        UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireTag.of(tag)) {
                case NAME << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> name = in.readBytes();
                case SHAPE << 3 | WireFormat.WIRETYPE_VARINT -> shape.add(in.readInt64());
                case SHAPE << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> readPacked(in, shape);
                case DATA_TYPE << 3 | WireFormat.WIRETYPE_VARINT -> dataType = in.readEnum();
                case CONTENT << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> content = in.readBytes();
                case DYNAMIC_BATCH_SIZE << 3 | WireFormat.WIRETYPE_VARINT -> dynamic = in.readBool();
                case CHECKPOINT_KEY << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED ->
                    checkpointKey = Optional.of(in.readBytes());
                case TYPE << 3 | WireFormat.WIRETYPE_VARINT -> type = in.readEnum();
                case USER_INPUT_KEY << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED ->
                    userInputKey = Optional.of(in.readBytes());
                default -> unknown.mergeFieldFrom(tag, in);
            }
        }
        return new MetaTensor(
                name, shape, dataType, content, dynamic, checkpointKey, type, userInputKey, unknown.build());
    }

    private static void readPacked(CodedInputStream in, List<Long> shape) throws IOException {
        int outer = in.pushLimit(in.readRawVarint32());
        while (in.getBytesUntilLimit() > 0) {
            shape.add(in.readInt64());
        }
        in.popLimit(outer);
    }

    /** Writes the fields in ascending order, defaults left out, the shape packed. */
    void encode(CodedOutputStream out) throws IOException {
        PresentFields.writeBytes(out, NAME, name);
        if (!shape.isEmpty()) {
            out.writeTag(SHAPE, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(shape.stream()
                    .mapToInt(CodedOutputStream::computeInt64SizeNoTag)
                    .sum());
            for (long dimension : shape) {
                out.writeInt64NoTag(dimension);
            }
        }
        PresentFields.writeEnum(out, DATA_TYPE, dataType);
        PresentFields.writeBytes(out, CONTENT, content);
        PresentFields.writeFlag(out, DYNAMIC_BATCH_SIZE, dynamicBatchSize);
        if (checkpointKey.isPresent()) {
            out.writeBytes(CHECKPOINT_KEY, checkpointKey.get());
        }
        PresentFields.writeEnum(out, TYPE, type);
        if (userInputKey.isPresent()) {
            out.writeBytes(USER_INPUT_KEY, userInputKey.get());
        }
        unknown.writeTo(out);
    }
}
