/** The product of the matrix engine: interchangeable kernels for one pass of a tile. */
@NullMarked
package io.nrt4j.hal.engine.matrix;

import org.jspecify.annotations.NullMarked;
