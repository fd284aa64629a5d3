/** Whether a NEFF is what a compiler made, and which one. */
@NullMarked
package io.nrt4j.loader.pack.verify;

import org.jspecify.annotations.NullMarked;
