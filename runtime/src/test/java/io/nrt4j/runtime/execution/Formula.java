package io.nrt4j.runtime.execution;

/** What a file of the corpus computes. */
@FunctionalInterface
interface Formula {
    /** Fills the inputs of a loaded model with random values and says what its output must be. */
    Comparison prepare(CorpusModel model, RandomInputs inputs);

    /** Runs a model on random inputs and checks every element of its only output. */
    default void verify(CorpusModel model, long seed, ExecutionOptions options) {
        Comparison comparison = prepare(model, new RandomInputs(model, seed));
        model.soilOutputs();
        model.run(options);
        comparison.check(RandomInputs.values(model.tensors().outputs().get(0).dtype(), model.output()));
    }
}
