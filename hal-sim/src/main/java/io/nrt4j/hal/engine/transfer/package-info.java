/** DMA at work: rings and their packets, generated descriptors, indirect copies, bound checks. */
@NullMarked
package io.nrt4j.hal.engine.transfer;

import org.jspecify.annotations.NullMarked;
