package io.nrt4j.loader.listing;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Manifest;
import io.nrt4j.loader.manifest.ManifestOptions;
import io.nrt4j.loader.manifest.ManifestParser;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A NEFF read up to its definitions. */
final class CorpusProgram implements AutoCloseable {
    private final MemberTable members;
    private final Manifest manifest;
    private final Arch arch;

    private CorpusProgram(MemberTable members, Manifest manifest, Arch arch) {
        this.members = members;
        this.manifest = manifest;
        this.arch = arch;
    }

    static CorpusProgram open(Path neff) throws IOException {
        Nlog nlog = Nlog.silent();
        Arch arch = Corpus.arch(neff);
        try (ByteSource source = ByteSource.open(neff)) {
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, nlog);
            MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog);
            return new CorpusProgram(members, ManifestParser.parse(members, ManifestOptions.forArch(arch), nlog), arch);
        }
    }

    Generation generation() {
        return Generation.of(arch);
    }

    MemberTable members() {
        return members;
    }

    List<Definition> definitions() {
        return manifest.definitions();
    }

    /** Outputs that share the memory of an input. */
    Set<String> inPlace() {
        return manifest.graph().mustAlias().values().stream()
                .flatMap(List::stream)
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        members.close();
    }
}
