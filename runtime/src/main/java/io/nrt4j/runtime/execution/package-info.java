/**
 * Execution of loaded models: binds tensors, stages a request, runs the machine, reads how it ended.
 *
 * <p>The device knows nothing of NEFF files; here names meet addresses.
 */
@NullMarked
package io.nrt4j.runtime.execution;

import org.jspecify.annotations.NullMarked;
