package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.nrt4j.loader.listing.ListedSlot;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.stream.Stream;

/** A listing for programs: an array with one object per slot, written as it is made. */
final class ListingJson {
    private ListingJson() {}

    static void print(PrintWriter out, Stream<ListedSlot> slots) throws IOException {
        try (JsonGenerator json = JsonOutput.mapper().getFactory().createGenerator(out)) {
            json.writeStartArray();
            Iterator<ListedSlot> rest = slots.iterator();
            while (rest.hasNext()) {
                json.writeRaw(System.lineSeparator());
                write(json, rest.next());
            }
            json.writeEndArray();
        }
        out.println();
    }

    private static void write(JsonGenerator json, ListedSlot slot) throws IOException {
        json.writeStartObject();
        json.writeStringField("graph", slot.graph());
        json.writeStringField("engine", slot.engine().name());
        json.writeNumberField("pc", slot.pc());
        json.writeStringField("opcode", "0x%02x".formatted(slot.opcode()));
        json.writeStringField("mnemonic", slot.mnemonic());
        json.writeStringField("operands", slot.operands());
        json.writeStringField("hex", slot.bytes().toString());
        if (slot.neffPc().isPresent()) {
            json.writeNumberField("neffPc", slot.neffPc().getAsInt());
        } else {
            json.writeNullField("neffPc");
        }
        json.writeStringField("section", slot.section().orElse(null));
        if (!slot.origin().isUnknown()) {
            json.writeStringField("instruction", slot.origin().instruction());
            json.writeStringField("sourceFile", slot.origin().file());
            json.writeNumberField("sourceLine", slot.origin().line());
        }
        json.writeEndObject();
    }
}
