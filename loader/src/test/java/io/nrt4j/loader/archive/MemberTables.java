package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Member tables without an archive behind them, for tests of the stages that read one. */
public final class MemberTables {
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<ByteBuf> memory = new ArrayList<>();

    private MemberTables() {}

    /** A table of these members in this order. */
    public static MemberTable of(Map<String, byte[]> contents) {
        return new MemberTables().addAll(contents).table();
    }

    /** The same with one more member: the bytes of {@code chunk}, {@code times} over, in the memory of one. */
    public static MemberTable withRepeated(Map<String, byte[]> contents, String name, byte[] chunk, int times) {
        return new MemberTables().addAll(contents).add(name, chunk, times).table();
    }

    private MemberTables addAll(Map<String, byte[]> contents) {
        contents.forEach((name, bytes) -> add(name, bytes, 1));
        return this;
    }

    private MemberTables add(String name, byte[] chunk, int times) {
        ByteBuf buffer = Unpooled.directBuffer(Math.max(1, chunk.length)).writeBytes(chunk);
        memory.add(buffer);
        members.put(new String(name.getBytes(UTF_8), ISO_8859_1), new Member(name, Collections.nCopies(times, buffer)));
        return this;
    }

    private MemberTable table() {
        return new MemberTable(members, List.of(), () -> memory.forEach(ByteBuf::release));
    }
}
