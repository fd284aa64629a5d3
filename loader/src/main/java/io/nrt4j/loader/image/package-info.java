/**
 * From the compiler's programs to the images that the engines execute: preamble, translated body, postamble, patch
 * table, rings and tables of one graph on one core.
 *
 * <p>Source: image-assembly.md, dma.md.
 */
@NullMarked
package io.nrt4j.loader.image;

import org.jspecify.annotations.NullMarked;
