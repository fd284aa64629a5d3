/**
 * DMA as the hardware sees it: register blocks, queues, rings, 16-byte descriptors and the rules by which a strided
 * transfer becomes descriptors on sixteen engines.
 *
 * <p>M2S ("memory to stream") is the source side, S2M the destination side; one queue is one ring of each on one
 * engine. A queue set is the same queue index on all engines of a core. Source: dma.md §1 and §3-§6.
 */
@NullMarked
package io.nrt4j.hal.dma;

import org.jspecify.annotations.NullMarked;
