package io.nrt4j.loader.debuginfo;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code instruction_debug_info}: one instruction of a layer.
 *
 * @param id within its file; 0 in layers that number nothing
 * @param name such as {@code I-87-0}; empty in the assembly layer
 * @param parents ids in the parent file
 * @param attributes such as {@code kernel_line}
 */
public record InstructionDebugInfo(long id, String name, List<Long> parents, Map<String, String> attributes) {
    private static final int ID = 1;
    private static final int NAME = 2;
    private static final int PARENT_IDS = 3;
    private static final int ATTRS = 7;
    private static final int MAP_KEY = 1;
    private static final int MAP_VALUE = 2;

    public InstructionDebugInfo {
        parents = List.copyOf(parents);
        attributes = Map.copyOf(attributes);
    }

    /** Reads one message up to the limit that the stream is under. Fields without a use here are skipped. */
    static InstructionDebugInfo read(CodedInputStream in) throws IOException {
        long id = 0;
        String name = "";
        List<Long> parents = new ArrayList<>();
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case ID -> id = in.readUInt64();
                case NAME -> name = in.readString();
                case PARENT_IDS -> readIds(in, tag, parents);
                case ATTRS -> readAttribute(in, attributes);
                default -> in.skipField(tag);
            }
        }
        return new InstructionDebugInfo(id, name, parents, attributes);
    }

    /** Packed, as proto3 writes repeated numbers, or one by one, as a reader has to accept too. */
    private static void readIds(CodedInputStream in, int tag, List<Long> ids) throws IOException {
        if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            ids.add(in.readUInt64());
            return;
        }
        int limit = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            ids.add(in.readUInt64());
        }
        DebugInfoFile.leave(limit, in);
    }

    private static void readAttribute(CodedInputStream in, Map<String, String> attributes) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        String key = "";
        String value = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case MAP_KEY -> key = in.readString();
                case MAP_VALUE -> value = in.readString();
                default -> in.skipField(tag);
            }
        }
        DebugInfoFile.leave(limit, in);
        attributes.put(key, value);
    }
}
