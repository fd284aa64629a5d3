/**
 * What a person who debugs a kernel wants to know of its programs without running them: who waits for whom, which wait
 * can never end, which on-chip bytes are read that nobody writes.
 *
 * <p>The analysis looks at all engines of a core together; it knows the program from its slots and from
 * {@link io.nrt4j.hal.isa.check.ProgramFacts}. Source: isa.md §2, §7 (soft rules), §8.
 */
@NullMarked
package io.nrt4j.hal.isa.analysis;

import org.jspecify.annotations.NullMarked;
