package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Manifest;
import io.nrt4j.loader.manifest.ManifestOptions;
import io.nrt4j.loader.manifest.ManifestParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A NEFF of the corpus, read up to its manifests; open as long as they are used. */
final class CorpusModel implements AutoCloseable {
    private final ByteSource source;
    private final NeffContainer container;
    private final MemberTable members;
    private final Manifest manifest;

    private CorpusModel(ByteSource source, NeffContainer container, MemberTable members, Manifest manifest) {
        this.source = source;
        this.container = container;
        this.members = members;
        this.manifest = manifest;
    }

    static CorpusModel open(Path file, Arch instance) {
        Nlog nlog = Nlog.silent();
        try {
            ByteSource source = ByteSource.open(file);
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, nlog);
            MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog);
            Manifest manifest = ManifestParser.parse(members, ManifestOptions.forArch(instance), nlog);
            return new CorpusModel(source, container, members, manifest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Manifest manifest() {
        return manifest;
    }

    @Override
    public void close() {
        members.close();
        container.payload().close();
        source.close();
    }
}
