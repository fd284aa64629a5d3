/**
 * The GPSIMD engine's eight Q7 cores and the provider objects that put ucode libraries into them.
 *
 * <p>No Xtensa code is interpreted: a library is bytes in memory plus a table of the functions it holds, and what a
 * function does is registered from Java.
 */
@NullMarked
package io.nrt4j.hal.q7;

import org.jspecify.annotations.NullMarked;
