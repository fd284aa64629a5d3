/** A machine: cores with all their actors, the order in which they act, and how a run ends. */
@NullMarked
package io.nrt4j.hal.engine.machine;

import org.jspecify.annotations.NullMarked;
