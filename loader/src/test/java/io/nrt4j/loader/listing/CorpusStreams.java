package io.nrt4j.loader.listing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.Nlog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The engine streams of a NEFF, found through its JSON alone, so that the tests of the instruction set need no other stage. */
final class CorpusStreams implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One engine file. */
    record Stream(String graph, EngineType engine, ByteBuf bytes) {}

    private final MemberTable members;

    private CorpusStreams(MemberTable members) {
        this.members = members;
    }

    static CorpusStreams open(Path neff) throws IOException {
        Nlog nlog = Nlog.silent();
        try (ByteSource source = ByteSource.open(neff)) {
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, nlog);
            return new CorpusStreams(ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog));
        }
    }

    /** The kelf's target; v1 where it names none. */
    Generation generation() throws IOException {
        String target = kelf().path("target").asText("tonga");
        return Arrays.stream(Generation.values())
                .filter(g -> g.codeName().equals(target))
                .findFirst()
                .orElseThrow();
    }

    List<Stream> streams() throws IOException {
        List<Stream> streams = new ArrayList<>();
        for (JsonNode graph : kelf().get("graphs")) {
            String name = graph.get("name").asText();
            for (EngineType engine : EngineType.values()) {
                Optional<ByteBuf> bytes = definition(name).has(engine.key() + "_instr")
                        ? content(name + "/"
                                + definition(name).get(engine.key() + "_instr").asText())
                        : Optional.empty();
                bytes.ifPresent(b -> streams.add(new Stream(name, engine, b)));
            }
        }
        return streams;
    }

    JsonNode definition(String graph) throws IOException {
        return json(graph + "/def.json");
    }

    private JsonNode kelf() throws IOException {
        return json(members.members().stream()
                .map(Member::name)
                .filter(n -> n.startsWith("kelf-"))
                .findFirst()
                .orElseThrow());
    }

    private JsonNode json(String member) throws IOException {
        try (InputStream in = new ByteBufInputStream(content(member).orElseThrow())) {
            return JSON.readTree(in);
        }
    }

    /** A copy, because the leak detector of the tests records every access to a member's buffer. */
    private Optional<ByteBuf> content(String member) {
        return members.find(member).map(m -> Unpooled.copiedBuffer(m.content()));
    }

    @Override
    public void close() {
        members.close();
    }
}
