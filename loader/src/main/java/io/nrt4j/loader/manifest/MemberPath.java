package io.nrt4j.loader.manifest;

/** How the manifests name members: relative to the directory of the graph's definition. */
final class MemberPath {
    private MemberPath() {}

    /** The member {@code name} in {@code directory}; an empty directory is the archive's root. */
    static String in(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /** What stands before the last slash; empty without one. */
    static String directoryOf(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
