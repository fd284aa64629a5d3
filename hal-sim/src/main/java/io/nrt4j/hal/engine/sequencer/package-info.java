/** One engine at work: fetching slots, waiting, executing, signalling; and who may watch. */
@NullMarked
package io.nrt4j.hal.engine.sequencer;

import org.jspecify.annotations.NullMarked;
