package io.nrt4j.loader.manifest;

/** Hears how far {@link ManifestParser} is; after a failure its last news say in which file that was. */
public interface ManifestListener {
    /** {@code neff.json} is read and names this kelf member, which is read next. */
    default void kelfNamed(String member) {}

    /** The kelf descriptor is read and past the gate; the graph of this {@code def.json} is read next. */
    default void graphStarted(String definitionPath) {}

    /** That graph is complete. */
    default void graphDone(Definition definition) {}
}
