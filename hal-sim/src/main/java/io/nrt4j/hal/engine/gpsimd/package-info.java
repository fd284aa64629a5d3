/** The instructions of POOL that are carried out by its Q7 cores' libraries. */
@NullMarked
package io.nrt4j.hal.engine.gpsimd;

import org.jspecify.annotations.NullMarked;
