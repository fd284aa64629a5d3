/**
 * The rules that a stream of instructions has to keep, and the findings where it does not.
 *
 * <p>Source: isa.md §7.
 */
@NullMarked
package io.nrt4j.hal.isa.check;

import org.jspecify.annotations.NullMarked;
