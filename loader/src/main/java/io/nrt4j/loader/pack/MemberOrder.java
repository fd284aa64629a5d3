package io.nrt4j.loader.pack;

import io.nrt4j.hal.Arch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order in which the packager stores members: by the path of the file that each was made from, part by part, as
 * unsigned bytes.
 *
 * <p>Source: producer.md §3, corpus/dialects.md §2.
 */
public enum MemberOrder implements Comparator<String> {
    /** By archive name. The sunda compilers with libarchive. */
    BY_NAME {
        @Override
        List<String> sourcePath(String name) {
            return List.of(name);
        }
    },
    /**
     * By source path: {@code sgNN/} was {@code ncNN/sg00/}, so that {@code neff.json} comes last; a kernel's
     * {@code .klir.debuginfo.json} has no directory in the archive, but came from {@code sg00/}. The cayman
     * compilers, and the default.
     */
    BY_SOURCE {
        @Override
        List<String> sourcePath(String name) {
            Matcher core = CORE_DIRECTORY.matcher(name);
            if (core.matches()) {
                String directory = "nc" + core.group(1);
                return List.of((directory + "/sg00/" + core.group(2)).split("/"));
            }
            String path = name.endsWith(KERNEL_DEBUG_SUFFIX) && name.indexOf('/') < 0 ? "nc00/sg00/" + name : name;
            return List.of(path.split("/"));
        }
    };

    /** The order of the compilers for a target. */
    public static MemberOrder of(String target) {
        return target.equals(Arch.SUNDA.target()) || target.equals(Arch.TONGA.target()) ? BY_NAME : BY_SOURCE;
    }

    private static final Pattern CORE_DIRECTORY = Pattern.compile("sg(\\d+)/(.*)", Pattern.DOTALL);
    private static final String KERNEL_DEBUG_SUFFIX = ".klir.debuginfo.json";

    /** The parts of the path that the packager sorted by. */
    abstract List<String> sourcePath(String name);

    @Override
    public int compare(String a, String b) {
        List<String> left = sourcePath(a);
        List<String> right = sourcePath(b);
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = Arrays.compareUnsigned(utf8(left.get(i)), utf8(right.get(i)));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
