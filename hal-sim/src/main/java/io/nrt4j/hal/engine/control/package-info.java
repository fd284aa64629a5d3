/** The instructions of the sequencers: registers, branches, device registers, notifications. */
@NullMarked
package io.nrt4j.hal.engine.control;

import org.jspecify.annotations.NullMarked;
