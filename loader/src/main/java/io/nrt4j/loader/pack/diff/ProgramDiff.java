package io.nrt4j.loader.pack.diff;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.debuginfo.StreamOrigins;
import io.nrt4j.loader.listing.CodeStream;
import io.nrt4j.loader.listing.ListedSlot;
import io.nrt4j.loader.manifest.Definition;
import java.util.ArrayList;
import java.util.List;

/**
 * What the instructions of one engine differ in, by their text. An instruction that was put in or taken out does not
 * make those behind it differ.
 */
final class ProgramDiff {
    /** Of one engine; whoever has read these knows what happened. */
    private static final int MOST_LINES = 40;

    private final String area;
    private final CodeStream left;
    private final CodeStream right;
    private final List<Difference> differences = new ArrayList<>();
    private int leftOut;

    private ProgramDiff(String area, CodeStream left, CodeStream right) {
        this.area = area;
        this.left = left;
        this.right = right;
    }

    /** The differences of an engine's programs in two graphs. */
    static List<Difference> of(String area, EngineType engine, Definition left, Definition right) {
        ProgramDiff diff = new ProgramDiff(
                area,
                CodeStream.ofProgram(left, engine, StreamOrigins.NONE),
                CodeStream.ofProgram(right, engine, StreamOrigins.NONE));
        ByteBuf a = left.engine(engine).program();
        ByteBuf b = right.engine(engine).program();
        diff.addSizes("size of the program", a.readableBytes(), b.readableBytes());
        if (diff.left.slotBytes() == diff.right.slotBytes()) {
            diff.addSlots(a, b);
        } else if (a.isReadable() || b.isReadable()) {
            diff.addSizes("size of a slot", diff.left.slotBytes(), diff.right.slotBytes());
        }
        return diff.differences;
    }

    private void addSizes(String what, int a, int b) {
        if (a != b) {
            differences.add(new Difference(area, what, a + " bytes", b + " bytes"));
        }
    }

    private void addSlots(ByteBuf a, ByteBuf b) {
        int size = left.slotBytes();
        SequenceDiff.of(
                        left.slots(),
                        right.slots(),
                        (x, y) ->
                                ByteBufUtil.equals(a, a.readerIndex() + x * size, b, b.readerIndex() + y * size, size))
                .forEach(this::add);
        if (leftOut > 0) {
            differences.add(
                    new Difference(area, "and more slots", Difference.ABSENT, leftOut + " further differences"));
        }
    }

    private void add(SequenceDiff.Change change) {
        int lefts = change.leftEnd() - change.leftStart();
        int rights = change.rightEnd() - change.rightStart();
        for (int i = 0; i < Math.max(lefts, rights); i++) {
            if (differences.size() >= MOST_LINES) {
                leftOut++;
            } else if (i >= lefts) {
                ListedSlot added = right.slot(change.rightStart() + i);
                differences.add(
                        new Difference(area, "slot %d of B".formatted(added.pc()), Difference.ABSENT, added.text()));
            } else if (i >= rights) {
                ListedSlot removed = left.slot(change.leftStart() + i);
                differences.add(new Difference(
                        area, "slot %d of A".formatted(removed.pc()), removed.text(), Difference.ABSENT));
            } else {
                differences.add(changed(left.slot(change.leftStart() + i), right.slot(change.rightStart() + i)));
            }
        }
    }

    private Difference changed(ListedSlot a, ListedSlot b) {
        String where = a.pc() == b.pc() ? "slot " + a.pc() : "slot %d of A, %d of B".formatted(a.pc(), b.pc());
        return new Difference(area, where, a.text(), b.text());
    }
}
