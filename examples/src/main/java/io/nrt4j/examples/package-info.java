/** Small complete programs to copy from. */
@NullMarked
package io.nrt4j.examples;

import org.jspecify.annotations.NullMarked;
