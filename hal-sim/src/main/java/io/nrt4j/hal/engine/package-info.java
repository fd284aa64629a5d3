/**
 * The engines: what runs when a loaded program runs.
 *
 * <p>A {@code Machine} steps its actors (sequencers, DMA rings, descriptor generators, collectives) in an order that a
 * schedule chooses, until the requests that were posted are complete, and stops with a named fault or a report where
 * they cannot be.
 */
@NullMarked
package io.nrt4j.hal.engine;

import org.jspecify.annotations.NullMarked;
