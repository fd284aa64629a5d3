/** Statuses, log records and the one exception type: what a load says, to whom, and in which words. */
@NullMarked
package io.nrt4j.loader.diagnostics;

import org.jspecify.annotations.NullMarked;
