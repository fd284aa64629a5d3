/** The JSON members of a NEFF in exactly the text that compilers emit. */
@NullMarked
package io.nrt4j.loader.pack.json;

import org.jspecify.annotations.NullMarked;
