/**
 * The JSON manifests of a NEFF and the model they become: {@code neff.json}, the kelf descriptor, one {@code def.json}
 * with its engine files per graph.
 *
 * <p>{@link io.nrt4j.loader.manifest.ManifestParser} reads them as libnrt does; the records are its immutable result.
 * Buffers in the records are slices of the member table's: they live as long as the table and nobody else releases them.
 */
@NullMarked
package io.nrt4j.loader.manifest;

import org.jspecify.annotations.NullMarked;
