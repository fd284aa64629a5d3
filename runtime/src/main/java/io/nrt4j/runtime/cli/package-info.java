/** The command line: one class per command. */
@NullMarked
package io.nrt4j.runtime.cli;

import org.jspecify.annotations.NullMarked;
