/** The compute instructions of the matrix, activation, vector and pool engines. */
@NullMarked
package io.nrt4j.hal.engine.compute;

import org.jspecify.annotations.NullMarked;
