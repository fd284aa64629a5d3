package io.nrt4j.loader.metaneff;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;

/** The tags that a metaneff may have. Source: metaneff.md §3. */
final class WireTag {
    private WireTag() {}

    /** The tag itself, unless it is one of a group, which rejects the whole message. */
    static int of(int tag) throws InvalidProtocolBufferException {
        int wireType = WireFormat.getTagWireType(tag);
        boolean group = wireType == WireFormat.WIRETYPE_START_GROUP || wireType == WireFormat.WIRETYPE_END_GROUP;
        if (group || wireType > WireFormat.WIRETYPE_FIXED32) {
            throw new InvalidProtocolBufferException("wire type " + wireType);
        }
        return tag;
    }
}
