package io.nrt4j.loader.pack.verify;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.HashForm;
import io.nrt4j.loader.pack.PackRecipe;
import io.nrt4j.loader.pack.tar.TarDialect;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compilers by what their files have in common, told apart without the version that a file names. Source:
 * corpus/dialects.md §1 and §2.
 */
public enum CompilerGeneration {
    NEURON_CC_GNU("neuron-cc 1.3 to 1.14 (inf1)", 1, 0, 14),
    NEURON_CC_PAX("neuron-cc 1.15 (inf1)", 1, 7, 99),
    NEURONX_2_4("neuronx-cc 2.4", 2, 2, 4),
    NEURONX_2_5("neuronx-cc 2.5 to 2.10", 2, 5, 10),
    /** NEFF version 1.0 and one core per logical core. */
    KERNEL_2_0("kernel compiler 2.0.99229", 2, 0, 15),
    /** No logical-core size in the header yet. */
    NEURONX_2_11("neuronx-cc 2.11 to 2.13", 2, 11, 13),
    NEURONX_2_14("neuronx-cc 2.14 to 2.15", 2, 14, 15),
    /** The reproducible writer, but a plain digest. */
    NEURONX_2_16("neuronx-cc or kernel compiler 2.16", 2, 16, 17),
    /** The digest word-swapped. */
    NEURONX_2_18("neuronx-cc or kernel compiler 2.18 and later, for sunda", 2, 18, 99),
    NEURONX_CAYMAN("neuronx-cc or kernel compiler 2.21 and later, for cayman or newer", 2, 18, 99);

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\..*");

    private final String label;
    private final int major;
    private final int firstMinor;
    private final int lastMinor;

    CompilerGeneration(String label, int major, int firstMinor, int lastMinor) {
        this.label = label;
        this.major = major;
        this.firstMinor = firstMinor;
        this.lastMinor = lastMinor;
    }

    /** The name in reports. */
    public String label() {
        return label;
    }

    /** Whether a compiler of this version belongs to the generation. */
    public boolean admits(String toolVersion) {
        Matcher version = VERSION.matcher(toolVersion);
        return version.matches()
                && Integer.parseInt(version.group(1)) == major
                && Integer.parseInt(version.group(2)) >= firstMinor
                && Integer.parseInt(version.group(2)) <= lastMinor;
    }

    /**
     * The generation that a file shows.
     *
     * @param target the target text of its kelf
     */
    static Optional<CompilerGeneration> of(PackRecipe recipe, NeffHeader header, String target) {
        return recipe.dialect().flatMap(dialect -> switch (dialect) {
            case PYTHON_GNU -> Optional.of(NEURON_CC_GNU);
            case PYTHON_PAX -> Optional.of(NEURON_CC_PAX);
            case PYTHON_INDEXED ->
                Optional.of(recipe.format().tar() == TarDialect.PYTHON_GNU ? NEURONX_2_4 : NEURONX_2_5);
            case LIBARCHIVE_TIMES -> Optional.of(withTimes(header));
            case LIBARCHIVE_REPRODUCIBLE -> reproducible(recipe.hash(), target);
        });
    }

    private static CompilerGeneration withTimes(NeffHeader header) {
        if (header.vncSize() == 0) {
            return NEURONX_2_11;
        }
        return header.versionMajor() == 1 ? KERNEL_2_0 : NEURONX_2_14;
    }

    private static Optional<CompilerGeneration> reproducible(HashForm hash, String target) {
        boolean sunda = target.equals(Arch.SUNDA.target());
        boolean newer = Arrays.stream(Arch.values())
                .filter(arch -> arch.compareTo(Arch.SUNDA) > 0)
                .anyMatch(arch -> arch.target().equals(target));
        if (newer) {
            return Optional.of(NEURONX_CAYMAN);
        }
        if (!sunda) {
            return Optional.empty();
        }
        return Optional.of(hash == HashForm.MD5_WORD_SWAPPED ? NEURONX_2_18 : NEURONX_2_16);
    }
}
