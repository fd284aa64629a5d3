/** What tests of the engines share. */
@NullMarked
package io.nrt4j.hal.engine.testing;

import org.jspecify.annotations.NullMarked;
