/**
 * The idiomatic API: {@link io.nrt4j.runtime.NrtRuntime} loads NEFFs on a simulated machine and runs them, with
 * exceptions instead of statuses and resources that close.
 */
@NullMarked
package io.nrt4j.runtime;

import org.jspecify.annotations.NullMarked;
