package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;

/** Prints the one JSON document that {@code --json} promises. */
final class JsonOutput {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private JsonOutput() {}

    static ObjectMapper mapper() {
        return MAPPER;
    }

    static void print(PrintWriter out, JsonNode document) throws IOException {
        MAPPER.writeValue(out, document);
        out.println();
        out.flush();
    }
}
