/** The programs of a NEFF as people read them: disassembly with the names of the definition, and lint. */
@NullMarked
package io.nrt4j.loader.listing;

import org.jspecify.annotations.NullMarked;
