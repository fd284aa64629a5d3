/** The payload: gzip filter and tar reader as the runtime's archive library behaves, and the member table. */
@NullMarked
package io.nrt4j.loader.archive;

import org.jspecify.annotations.NullMarked;
