/** Whole devices and instances, put together from the blocks of the other packages. */
@NullMarked
package io.nrt4j.hal.device;

import org.jspecify.annotations.NullMarked;
