package io.nrt4j.loader.listing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The instruction images that real runtimes built: {@code images/*.img} with its JSON. Source: images/README.md. */
final class CorpusImages {
    /** One engine's image. */
    record Image(Generation generation, String graph, EngineType engine, ByteBuf bytes) {}

    private CorpusImages() {}

    static List<Image> read(Path json) throws IOException {
        JsonNode description = new ObjectMapper().readTree(json.toFile());
        Path bytes = json.resolveSibling(json.getFileName().toString().replace(".json", ".img"));
        ByteBuf all = Unpooled.wrappedBuffer(Files.readAllBytes(bytes));
        Generation generation = description.get("instance").asText().startsWith("trn1") ? Generation.V2 : Generation.V3;
        List<Image> images = new ArrayList<>();
        for (JsonNode graph : description.get("graphs")) {
            graph.get("engines")
                    .properties()
                    .forEach(engine -> images.add(new Image(
                            generation,
                            graph.get("graph").asText(),
                            EngineType.valueOf(engine.getKey()),
                            all.slice(
                                    engine.getValue().get("offset").asInt(),
                                    engine.getValue().get("bytes").asInt()))));
        }
        return images;
    }
}
