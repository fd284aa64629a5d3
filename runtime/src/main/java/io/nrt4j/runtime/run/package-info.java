/** One run of a NEFF from files to files: loads it, fills its inputs, executes it, stores its outputs. */
@NullMarked
package io.nrt4j.runtime.run;

import org.jspecify.annotations.NullMarked;
