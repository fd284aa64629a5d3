/** Collective operations between the ranks of one machine. */
@NullMarked
package io.nrt4j.hal.engine.collective;

import org.jspecify.annotations.NullMarked;
