package io.nrt4j.hal.engine.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accesses to a byte that a coming one must be ordered behind.
 *
 * @param write the last write; null if there was none in this run
 * @param reads the reads since, without those that a later one is ordered behind
 */
record Accesses(@Nullable Access write, List<Access> reads) {}
