/**
 * The load spine: {@link io.nrt4j.loader.NeffLoader} takes a NEFF through every stage, in the real runtime's order, on
 * to a simulated device.
 */
@NullMarked
package io.nrt4j.loader;

import org.jspecify.annotations.NullMarked;
