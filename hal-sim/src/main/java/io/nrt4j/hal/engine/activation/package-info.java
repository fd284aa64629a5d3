/** The functions of the activation engine: from a program's own piecewise-cubic tables, or mathematically exact. */
@NullMarked
package io.nrt4j.hal.engine.activation;

import org.jspecify.annotations.NullMarked;
