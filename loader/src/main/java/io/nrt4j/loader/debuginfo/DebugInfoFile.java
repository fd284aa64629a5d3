package io.nrt4j.loader.debuginfo;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.nrt4j.loader.archive.Member;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code ir_debug_info}: the instructions of one layer, for one engine or for a subgraph.
 *
 * @param description says which layer it is
 * @param parentFile name of the file that parent ids refer to; empty for the uppermost layer
 * @param instructions in file order; in the assembly layer one per slot of the instruction stream
 * @param kernelFiles source files that the attribute {@code kernel_file} counts
 */
public record DebugInfoFile(
        String description, String parentFile, List<InstructionDebugInfo> instructions, List<String> kernelFiles) {
    private static final int DESCRIPTION = 1;
    private static final int PARENT_FILE = 2;
    private static final int INSTRUCTIONS = 3;
    private static final int KERNEL_FILES = 5;

    public DebugInfoFile {
        instructions = List.copyOf(instructions);
        kernelFiles = List.copyOf(kernelFiles);
    }

    /**
     * Reads a member.
     *
     * @throws DebugInfoFormatException if it is no such message, or larger than one can be
     */
    public static DebugInfoFile read(Member member) throws DebugInfoFormatException {
        if (member.size() > Integer.MAX_VALUE) {
            throw new DebugInfoFormatException(member.size() + " bytes, more than a message has");
        }
        return read(member.content());
    }

    /**
     * Reads a message.
     *
     * @param member its bytes, whose indices stay as they are
     * @throws DebugInfoFormatException if it is no such message
     */
    public static DebugInfoFile read(ByteBuf member) throws DebugInfoFormatException {
        try (ByteBufInputStream bytes = new ByteBufInputStream(member.duplicate())) {
            CodedInputStream in = CodedInputStream.newInstance(bytes);
            in.setSizeLimit(Integer.MAX_VALUE);
            return read(in);
        } catch (IOException e) {
            throw new DebugInfoFormatException(String.valueOf(e.getMessage()), e);
        }
    }

    private static DebugInfoFile read(CodedInputStream in) throws IOException {
        String description = "";
        String parentFile = "";
        List<InstructionDebugInfo> instructions = new ArrayList<>();
        List<String> kernelFiles = new ArrayList<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case DESCRIPTION -> description = in.readString();
                case PARENT_FILE -> parentFile = in.readString();
                case INSTRUCTIONS -> {
                    int limit = in.pushLimit(in.readRawVarint32());
                    instructions.add(InstructionDebugInfo.read(in));
                    leave(limit, in);
                }
                case KERNEL_FILES -> kernelFiles.add(in.readString());
                default -> in.skipField(tag);
            }
        }
        return new DebugInfoFile(description, parentFile, instructions, kernelFiles);
    }

    /** Ends a message within a message, all of whose bytes must have been there. */
    static void leave(int limit, CodedInputStream in) throws IOException {
        if (in.getBytesUntilLimit() != 0) {
            throw new EOFException(in.getBytesUntilLimit() + " bytes of a message are missing");
        }
        in.popLimit(limit);
    }

    /** The instructions by their id. */
    Map<Long, InstructionDebugInfo> byId() {
        Map<Long, InstructionDebugInfo> index = new HashMap<>();
        instructions.forEach(i -> index.put(i.id(), i));
        return index;
    }

    /** The source file that a decimal index in an attribute counts. */
    Optional<String> kernelFile(String index) {
        try {
            int number = Integer.parseInt(index);
            return number >= 0 && number < kernelFiles.size() ? Optional.of(kernelFiles.get(number)) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
