/** numpy's {@code .npy} files, read and written as streams. */
@NullMarked
package io.nrt4j.runtime.npy;

import org.jspecify.annotations.NullMarked;
