/** The runtime's log on a console: line format, colours and thresholds as libnrt has them. */
@NullMarked
package io.nrt4j.runtime.log;

import org.jspecify.annotations.NullMarked;
