/**
 * Support for tests of NEFFs with JUnit 5 and AssertJ, which a project that uses this package brings itself.
 *
 * <p>{@link io.nrt4j.runtime.junit.NeuronDevice} gives each test a runtime of its own; {@link
 * io.nrt4j.runtime.junit.NeffAssert} says what a file must do.
 */
@NullMarked
package io.nrt4j.runtime.junit;

import org.jspecify.annotations.NullMarked;
