/**
 * The way back: NEFFs built from members, byte for byte as the compilers' packagers write them.
 *
 * <p>{@link io.nrt4j.loader.pack.NeffBuilder} is the way in for programs.
 */
@NullMarked
package io.nrt4j.loader.pack;

import org.jspecify.annotations.NullMarked;
