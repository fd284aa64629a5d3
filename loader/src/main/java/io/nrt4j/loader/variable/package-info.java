/**
 * The variables stage: every variable of a model gets its place on the device, with the runtime's messages when it
 * cannot; and the reports of what device memory is used for.
 */
@NullMarked
package io.nrt4j.loader.variable;

import org.jspecify.annotations.NullMarked;
