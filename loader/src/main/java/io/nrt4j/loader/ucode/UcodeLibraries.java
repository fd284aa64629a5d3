package io.nrt4j.loader.ucode;

import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.UcodeLibraryReference;
import io.nrt4j.loader.manifest.UcodeLibraryStep;
import java.util.ArrayList;
import java.util.List;

/** The libraries of a graph, from what its definition says about them. Source: q7.md §1.1. */
public final class UcodeLibraries {
    private UcodeLibraries() {}

    /**
     * The step of the manifest stage that reads libraries in the middle of a definition, for its errors. Serves one
     * load: it remembers whether the graphs have the default library, whose name is taken then.
     */
    public static UcodeLibraryStep step(UcodeOptions options) {
        List<UcodeLibrary> defaults = new ArrayList<>();
        return (reference, directory, members, nlog) -> {
            if (reference instanceof UcodeLibraryReference.DefaultLibrary) {
                defaults.clear();
                defaults.addAll(read(reference, directory, members, List.of(), options, nlog));
            } else {
                read(reference, directory, members, defaults, options, nlog);
            }
        };
    }

    /**
     * The libraries of a graph whose references the manifest stage has passed.
     *
     * <p>Prints nothing: the manifest stage did.
     *
     * @param directory the graph's directory
     * @return in the order in which they load; their content belongs to {@code members}
     * @throws io.nrt4j.loader.diagnostics.LoadException as {@link #step}
     */
    public static List<UcodeLibrary> read(
            List<UcodeLibraryReference> references, String directory, MemberTable members, UcodeOptions options) {
        List<UcodeLibrary> libraries = new ArrayList<>();
        for (UcodeLibraryReference reference : references) {
            libraries = read(reference, directory, members, libraries, options, Nlog.silent());
        }
        return List.copyOf(libraries);
    }

    private static List<UcodeLibrary> read(
            UcodeLibraryReference reference,
            String directory,
            MemberTable members,
            List<UcodeLibrary> present,
            UcodeOptions options,
            Nlog nlog) {
        if (reference instanceof UcodeLibraryReference.DefaultLibrary) {
            List<UcodeLibrary> all = new ArrayList<>(present);
            all.add(DefaultLibrary.read(options, nlog));
            return all;
        }
        UcodeManifest manifest = new UcodeManifest(directory, members, present, nlog);
        if (reference instanceof UcodeLibraryReference.Named named) {
            manifest.readMember(named.value());
        } else if (reference instanceof UcodeLibraryReference.Inline inline) {
            manifest.readInline(inline.json());
        }
        return manifest.libraries();
    }
}
