package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.Iterator;
import java.util.Optional;

/** The key of the DVE engine's JSON: {@code dve_tables}, one object in an array or bare. Source: manifest.md §7.3. */
final class DveParser {
    private static final String KEY = "dve_tables";
    private static final String FUNCTION = "parse_dve_tables";
    private static final LogMessage SEVERAL =
            LogMessage.warn("NEFF", FUNCTION, "%s has %lu dve_tables, using the first");

    private final String directory;
    private final ParseContext context;

    DveParser(String directory, ParseContext context) {
        this.directory = directory;
        this.context = context;
    }

    Optional<DveTables> parse(JsonElement engine, String path) {
        return engine.get(KEY).flatMap(value -> first(value, path)).map(object -> tables(object, path));
    }

    private Optional<JsonElement> first(JsonElement value, String path) {
        if (value.isObject()) {
            return Optional.of(value);
        }
        new ObjectKeys(value, path, FUNCTION, context).asArray(value, KEY);
        if (value.count() > 1) {
            context.log(SEVERAL, path, value.count());
        }
        Iterator<JsonElement> elements = value.elements().iterator();
        return elements.hasNext() ? Optional.of(elements.next()) : Optional.empty();
    }

    private DveTables tables(JsonElement object, String path) {
        ObjectKeys keys = new ObjectKeys(object, path, FUNCTION, context);
        return new DveTables(
                table(keys, "opcode_table"),
                table(keys, "control_table"),
                table(keys, "control_fast_table"),
                table(keys, "control_slow_table"),
                table(keys, "datapath_table"));
    }

    private Optional<ByteBuf> table(ObjectKeys keys, String key) {
        return keys.optionalString(key).map(file -> BinaryMembers.table(MemberPath.in(directory, file), context));
    }
}
