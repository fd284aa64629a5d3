package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.debuginfo.GraphOrigins;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.ManifestInspection;
import io.nrt4j.loader.manifest.ManifestInspector;
import java.util.Arrays;
import java.util.List;

/**
 * The programs of a NEFF as the compiler wrote them. Reads as much of the manifests as can be read; owns the members
 * until it is closed.
 */
public final class NeffListing implements AutoCloseable {
    private final MemberTable members;
    private final ManifestInspection manifests;

    private NeffListing(MemberTable members) {
        this.members = members;
        this.manifests = ManifestInspector.inspect(members);
    }

    /**
     * Opens a file.
     *
     * @param neff may be closed once this returns
     * @throws io.nrt4j.loader.diagnostics.LoadException if the container is not one that a load would open
     */
    public static NeffListing open(ByteSource neff, ContainerOptions options, Nlog nlog) {
        NeffContainer container = NeffContainer.parse(neff, options, nlog);
        return new NeffListing(ArchiveReader.readUntilFault(container.payload(), ArchiveOptions.DEFAULT));
    }

    /** The graphs that could be read, and what is wrong with them and the others. */
    public ManifestInspection manifests() {
        return manifests;
    }

    /** The programs of a graph, in the order of the engines; those of engines without program are empty. */
    public List<CodeStream> programs(Definition definition) {
        GraphOrigins origins = origins(definition);
        return Arrays.stream(EngineType.values())
                .map(engine -> CodeStream.ofProgram(definition, engine, origins.of(engine)))
                .toList();
    }

    /**
     * The images that a load of the same file made of a graph, in the order of the engines.
     *
     * @param definition the graph, as the load read it
     */
    public List<CodeStream> images(Definition definition, CoreProgram program) {
        GraphOrigins origins = origins(definition);
        return Arrays.stream(EngineType.values())
                .map(engine -> CodeStream.ofImage(definition, program.image(engine), origins.of(engine)))
                .toList();
    }

    private GraphOrigins origins(Definition definition) {
        return new GraphOrigins(members, definition.directory());
    }

    @Override
    public void close() {
        members.close();
    }
}
