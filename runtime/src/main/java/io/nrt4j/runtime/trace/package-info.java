/** What can be recorded of a run: a trace for a viewer, counts for a profile. */
@NullMarked
package io.nrt4j.runtime.trace;

import org.jspecify.annotations.NullMarked;
