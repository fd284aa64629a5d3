/**
 * Detectors that watch a machine run and stop it where a program does what only luck makes right: reads of memory that
 * nothing has written, accesses that nothing orders.
 *
 * <p>They cost a multiple of the run itself and are off unless asked for. Source: exec-corpus.md §3 items 6 to 9.
 */
@NullMarked
package io.nrt4j.hal.engine.check;

import org.jspecify.annotations.NullMarked;
