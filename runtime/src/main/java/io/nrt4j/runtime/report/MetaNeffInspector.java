package io.nrt4j.runtime.report;

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
import io.nrt4j.loader.metaneff.BindingCheck;
import io.nrt4j.loader.metaneff.BindingFinding;
import io.nrt4j.loader.metaneff.MetaNeff;
import io.nrt4j.loader.metaneff.MetaNeffFormatException;
import io.nrt4j.runtime.config.TargetPeek;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a metaneff, and checks it against the NEFF that it lies beside. Source: metaneff.md §4, §7. */
public final class MetaNeffInspector {
    /** Graphs of real messages are below 100 KB. */
    private static final long LARGEST = 1L << 30;

    private MetaNeffInspector() {}

    /**
     * Reads and checks.
     *
     * @param neff null to read only
     * @throws IOException if a file cannot be read, or is larger than any metaneff
     * @throws MetaNeffFormatException if the message is malformed
     * @throws io.nrt4j.loader.diagnostics.LoadException if the NEFF cannot be read
     */
    public static MetaNeffReport inspect(Path file, @Nullable Path neff) throws IOException, MetaNeffFormatException {
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is too large for a metaneff");
        }
        MetaNeff message = MetaNeff.decode(Files.readAllBytes(file));
        List<BindingFinding> findings = neff == null ? List.of() : check(message, neff);
        return MetaNeffReport.of(file.toString(), message, neff == null ? null : neff.toString(), findings);
    }

    private static List<BindingFinding> check(MetaNeff message, Path neff) throws IOException {
        Nlog nlog = Nlog.silent();
        try (ByteSource source = ByteSource.open(neff)) {
            NeffContainer container = NeffContainer.parse(source, ContainerOptions.DEFAULT, nlog);
            try (MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, nlog)) {
                TargetPeek peek = TargetPeek.at(container.header(), members);
                ManifestOptions options =
                        ManifestOptions.forArch(peek.smallestInstance().arch()).withAllowLegacyNeff(true);
                Manifest manifest = ManifestParser.parse(members, options, nlog);
                return BindingCheck.run(message, manifest);
            }
        }
    }
}
