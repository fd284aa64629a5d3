/** Events and semaphores of a core. */
@NullMarked
package io.nrt4j.hal.sync;

import org.jspecify.annotations.NullMarked;
