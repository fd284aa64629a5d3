/** What the compiler's own analyser reports of a graph: DMA descriptors, programs, buffers. */
@NullMarked
package io.nrt4j.loader.pack.analysis;

import org.jspecify.annotations.NullMarked;
