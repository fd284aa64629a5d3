/** Finds the check behind a log line, and what is known about it. Source: errors.md. */
@NullMarked
package io.nrt4j.runtime.explain;

import org.jspecify.annotations.NullMarked;
