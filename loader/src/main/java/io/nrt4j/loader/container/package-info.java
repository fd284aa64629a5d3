/** The outer file: the bytes, the 1024-byte header and every check that is made before the archive is opened. */
@NullMarked
package io.nrt4j.loader.container;

import org.jspecify.annotations.NullMarked;
