/** What can go wrong in a running program, by name. */
@NullMarked
package io.nrt4j.hal.engine.fault;

import org.jspecify.annotations.NullMarked;
