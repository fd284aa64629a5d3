/**
 * GPSIMD libraries: the {@code ucode_lib} manifest, the Xtensa "PI library" ELF, its relocation for one architecture
 * ("prelink"), and what a load does with the result.
 *
 * <p>The real function that a class plays is named in its Javadoc.
 */
@NullMarked
package io.nrt4j.loader.ucode;

import org.jspecify.annotations.NullMarked;
