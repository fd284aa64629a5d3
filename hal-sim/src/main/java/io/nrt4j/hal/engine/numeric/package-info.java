/** Element types in memory, their conversion to and from fp32, and the arithmetic of the engines. */
@NullMarked
package io.nrt4j.hal.engine.numeric;

import org.jspecify.annotations.NullMarked;
