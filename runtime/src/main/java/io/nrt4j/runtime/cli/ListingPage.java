package io.nrt4j.runtime.cli;

import io.nrt4j.loader.listing.ListedSlot;
import java.io.PrintWriter;
import java.util.stream.Stream;

/** A listing for people: one line per slot, with everything needed to grep it. */
final class ListingPage {
    private static final int HEX_GROUP = 32;

    private ListingPage() {}

    static void print(PrintWriter out, Stream<ListedSlot> slots, boolean hex) {
        slots.forEach(slot -> out.println(line(slot, hex)));
    }

    private static String line(ListedSlot slot, boolean hex) {
        StringBuilder line = new StringBuilder("%s %-4s %5d  ".formatted(slot.graph(), slot.engine(), slot.pc()));
        slot.address().ifPresent(address -> line.append("0x%x  ".formatted(address)));
        slot.section()
                .ifPresent(section -> line.append("%-9s %6s  "
                        .formatted(
                                section,
                                slot.neffPc().isPresent() ? "#" + slot.neffPc().getAsInt() : "")));
        if (hex) {
            String digits = slot.bytes().toString();
            for (int i = 0; i < digits.length(); i += HEX_GROUP) {
                line.append(digits, i, i + HEX_GROUP).append(' ');
            }
            line.append(' ');
        }
        line.append(slot.text());
        if (!slot.origin().isUnknown()) {
            line.append("  ; ").append(slot.origin().text());
        }
        return line.toString();
    }
}
