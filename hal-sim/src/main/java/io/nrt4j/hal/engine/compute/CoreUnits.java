package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.matrix.TileKernel;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.operand.ZeroRegions;

/**
 * What the compute engines of one core hold between two instructions, and what they compute with.
 *
 * @param codecs element types
 * @param scratch working memory
 * @param zeroRegions accumulator words that wait for their first write
 * @param array the stationary weights
 * @param activation the tables in use
 * @param vector masks and match values
 * @param pool the gather buffer
 * @param reportsNan whether a result that is no number is reported to the host
 */
record CoreUnits(
        ElementCodecs codecs,
        Scratch scratch,
        ZeroRegions zeroRegions,
        ProcessingArray array,
        ActivationUnit activation,
        VectorUnit vector,
        PoolUnit pool,
        boolean reportsNan) {
    static CoreUnits create(
            ElementCodecs codecs, TileKernel kernel, ActivationTables tables, int partitions, boolean reportsNan) {
        Scratch scratch = new Scratch();
        return new CoreUnits(
                codecs,
                scratch,
                new ZeroRegions(partitions),
                new ProcessingArray(kernel),
                new ActivationUnit(tables, partitions),
                new VectorUnit(partitions),
                new PoolUnit(),
                reportsNan);
    }
}
