package io.nrt4j.loader.metaneff;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * How a caller runs the model. Source: metaneff.md §2.
 *
 * @param unknown fields of other schemas, kept as they came
 */
public record ModelConfig(
        long numInfer,
        long timeout,
        long optimalNcgSize,
        boolean asyncLoad,
        boolean lazyLoad,
        boolean returnAliases,
        UnknownFieldSet unknown) {
    private static final int NUM_INFER = 1;
    private static final int TIMEOUT = 2;
    private static final int OPTIMAL_NCG_SIZE = 3;
    private static final int ASYNC_LOAD = 4;
    private static final int LAZY_LOAD = 5;
    private static final int RETURN_ALIASES = 6;

    /** Nothing set. */
    public static final ModelConfig DEFAULT =
            new ModelConfig(0, 0, 0, false, false, false, UnknownFieldSet.getDefaultInstance());

    /** Reads the fields of one message over this one's: what occurs several times is merged. */
    ModelConfig merge(CodedInputStream in) throws IOException {
        long infer = numInfer;
        long time = timeout;
        long size = optimalNcgSize;
        boolean async = asyncLoad;
        boolean lazy = lazyLoad;
        boolean aliases = returnAliases;
        UnknownFieldSet.Builder rest = unknown.toBuilder();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireTag.of(tag)) {
                case NUM_INFER << 3 | WireFormat.WIRETYPE_VARINT -> infer = in.readInt64();
                case TIMEOUT << 3 | WireFormat.WIRETYPE_VARINT -> time = in.readInt64();
                case OPTIMAL_NCG_SIZE << 3 | WireFormat.WIRETYPE_VARINT -> size = in.readInt64();
                case ASYNC_LOAD << 3 | WireFormat.WIRETYPE_VARINT -> async = in.readBool();
                case LAZY_LOAD << 3 | WireFormat.WIRETYPE_VARINT -> lazy = in.readBool();
                case RETURN_ALIASES << 3 | WireFormat.WIRETYPE_VARINT -> aliases = in.readBool();
                default -> rest.mergeFieldFrom(tag, in);
            }
        }
        return new ModelConfig(infer, time, size, async, lazy, aliases, rest.build());
    }

    void encode(CodedOutputStream out) throws IOException {
        PresentFields.writeNumber(out, NUM_INFER, numInfer);
        PresentFields.writeNumber(out, TIMEOUT, timeout);
        PresentFields.writeNumber(out, OPTIMAL_NCG_SIZE, optimalNcgSize);
        PresentFields.writeFlag(out, ASYNC_LOAD, asyncLoad);
        PresentFields.writeFlag(out, LAZY_LOAD, lazyLoad);
        PresentFields.writeFlag(out, RETURN_ALIASES, returnAliases);
        unknown.writeTo(out);
    }
}
