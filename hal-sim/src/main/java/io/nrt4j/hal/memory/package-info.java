/** Memories of the device: address maps, sparse HBM, SBUF and PSUM, the allocators and what they account for. */
@NullMarked
package io.nrt4j.hal.memory;

import org.jspecify.annotations.NullMarked;
