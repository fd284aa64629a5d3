/** What several test classes, here and in the modules above, share. */
@NullMarked
package io.nrt4j.loader.testing;

import org.jspecify.annotations.NullMarked;
