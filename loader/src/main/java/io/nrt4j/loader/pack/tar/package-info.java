/** The tar streams that the compilers' packagers write, byte for byte. */
@NullMarked
package io.nrt4j.loader.pack.tar;

import org.jspecify.annotations.NullMarked;
