/** What two NEFFs differ in, by meaning. */
@NullMarked
package io.nrt4j.loader.pack.diff;

import org.jspecify.annotations.NullMarked;
