/** The gzip streams that the compilers' packagers write, byte for byte and independent of the JDK's zlib. */
@NullMarked
package io.nrt4j.loader.pack.gzip;

import org.jspecify.annotations.NullMarked;
