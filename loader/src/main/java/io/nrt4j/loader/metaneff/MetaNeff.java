package io.nrt4j.loader.metaneff;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A metaneff. What was read from a file that follows its rules is written as it was, byte for byte. Source: metaneff.md
 * §2, §3.
 *
 * @param inputs index i is the i-th argument
 * @param outputs index i is the i-th result
 * @param config present even if empty, where the message has one
 * @param graph a serialized {@code HloModuleProto}; empty for none
 * @param name empty for none
 * @param outputAliases output index to input index, in the order of the message
 * @param numUserInputs 0 for not said, as the two counters that follow
 * @param unknown fields of other schemas, kept as they came
 */
public record MetaNeff(
        List<MetaTensor> inputs,
        List<MetaTensor> outputs,
        Optional<ModelConfig> config,
        ByteString graph,
        ByteString name,
        Map<Long, Long> outputAliases,
        long numUserInputs,
        long numStates,
        long numWeights,
        UnknownFieldSet unknown) {
    private static final int INPUT = 1;
    private static final int OUTPUT = 2;
    private static final int CONFIG = 3;
    private static final int GRAPH = 4;
    private static final int NAME = 5;
    private static final int ALIAS = 6;
    private static final int NUM_USER_INPUTS = 7;
    private static final int NUM_STATES = 8;
    private static final int NUM_WEIGHTS = 9;

    private static final int KEY = 1;
    private static final int VALUE = 2;

    public MetaNeff {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        outputAliases = Collections.unmodifiableMap(new LinkedHashMap<>(outputAliases));
    }

    /** A message of tensors only. */
    public static MetaNeff of(List<MetaTensor> inputs, List<MetaTensor> outputs) {
        return new MetaNeff(
                inputs,
                outputs,
                Optional.empty(),
                ByteString.EMPTY,
                ByteString.EMPTY,
                Map.of(),
                0,
                0,
                0,
                UnknownFieldSet.getDefaultInstance());
    }

    /**
     * Reads a message; fields may come in any order.
     *
     * @throws MetaNeffFormatException for anything malformed
     */
    public static MetaNeff decode(byte[] bytes) throws MetaNeffFormatException {
        try {
            return decode(CodedInputStream.newInstance(bytes));
        } catch (IOException e) {
            throw new MetaNeffFormatException(e);
        }
    }

    private static MetaNeff decode(CodedInputStream in) throws IOException {
        List<MetaTensor> inputs = new ArrayList<>();
        List<MetaTensor> outputs = new ArrayList<>();
        Optional<ModelConfig> config = Optional.empty();
        ByteString graph = ByteString.EMPTY;
        ByteString name = ByteString.EMPTY;
        Map<Long, Long> aliases = new LinkedHashMap<>();
        long userInputs = 0;
        long states = 0;
        long weights = 0;
        UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireTag.of(tag)) {
                case INPUT << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> inputs.add(MetaTensor.decode(message(in)));
                case OUTPUT << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> outputs.add(MetaTensor.decode(message(in)));
                case CONFIG << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED ->
                    config = Optional.of(config.orElse(ModelConfig.DEFAULT).merge(message(in)));
                case GRAPH << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> graph = in.readBytes();
                case NAME << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> name = in.readBytes();
                case ALIAS << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED -> readAlias(message(in), aliases);
                case NUM_USER_INPUTS << 3 | WireFormat.WIRETYPE_VARINT -> userInputs = in.readInt64();
                case NUM_STATES << 3 | WireFormat.WIRETYPE_VARINT -> states = in.readInt64();
                case NUM_WEIGHTS << 3 | WireFormat.WIRETYPE_VARINT -> weights = in.readInt64();
                default -> unknown.mergeFieldFrom(tag, in);
            }
        }
        return new MetaNeff(
                inputs, outputs, config, graph, name, aliases, userInputs, states, weights, unknown.build());
    }

    private static CodedInputStream message(CodedInputStream in) throws IOException {
        return in.readBytes().newCodedInput();
    }

    private static void readAlias(CodedInputStream in, Map<Long, Long> aliases) throws IOException {
        long key = 0;
        long value = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireTag.of(tag)) {
                case KEY << 3 | WireFormat.WIRETYPE_VARINT -> key = in.readInt64();
                case VALUE << 3 | WireFormat.WIRETYPE_VARINT -> value = in.readInt64();
                default -> in.skipField(tag);
            }
        }
        aliases.put(key, value);
    }

    /** Writes the message: fields ascending, defaults left out. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            for (MetaTensor input : inputs) {
                write(out, INPUT, input::encode);
            }
            for (MetaTensor output : outputs) {
                write(out, OUTPUT, output::encode);
            }
            if (config.isPresent()) {
                write(out, CONFIG, config.get()::encode);
            }
            PresentFields.writeBytes(out, GRAPH, graph);
            PresentFields.writeBytes(out, NAME, name);
            for (Map.Entry<Long, Long> alias : outputAliases.entrySet()) {
                // An entry of a map has both fields, also where they are 0.
                write(out, ALIAS, entry -> {
                    entry.writeInt64(KEY, alias.getKey());
                    entry.writeInt64(VALUE, alias.getValue());
                });
            }
            PresentFields.writeNumber(out, NUM_USER_INPUTS, numUserInputs);
            PresentFields.writeNumber(out, NUM_STATES, numStates);
            PresentFields.writeNumber(out, NUM_WEIGHTS, numWeights);
            unknown.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes the fields of a message. */
    private interface Body {
        void write(CodedOutputStream out) throws IOException;
    }

    private static void write(CodedOutputStream out, int field, Body body) throws IOException {
        ByteString.Output bytes = ByteString.newOutput();
        CodedOutputStream inner = CodedOutputStream.newInstance(bytes);
        body.write(inner);
        inner.flush();
        out.writeBytes(field, bytes.toByteString());
    }
}
