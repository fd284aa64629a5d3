package io.nrt4j.runtime.execution;

import java.util.stream.Stream;

/** The sunda files of the corpus that are no convolutions; source: exec-sunda.md §2. */
final class SundaFiles {
    private static final String CLASSIFIER = "DistilBERT, sequence classification";
    private static final String DECODER = "one decoding step of GPT-2 on two ranks";

    private SundaFiles() {}

    /**
     * A file and how it is checked.
     *
     * @param computes what the program does
     * @param check what the test compares it with
     */
    record Entry(String file, String computes, String check) {
        @Override
        public String toString() {
            return file;
        }
    }

    /** Sums of two vectors. */
    static Stream<String> additions() {
        return Stream.of(
                "ericcsr-stream_256k_fd1k",
                "ericcsr-stream_256k_fd2k",
                "ichuniq-stream_256k_fd1k",
                "imajin-stream_256k_fd1k",
                "imajin-stream_256k_fd2k",
                "waahm7-stream_256k_fd1k",
                "waahm7-stream_256k_fd2k",
                "yousef-stream_256k_fd1k",
                "yousef-stream_256k_fd2k");
    }

    /** Models and parts of them. */
    static Stream<Entry> models() {
        return Stream.of(
                new Entry("dlc-tf-simple-x-cc2.4.0", "vector times constant matrix", "its formula, 1e-6"),
                numbers("dlc-tiny-distilbert-cc2.5.0", CLASSIFIER, "2e-8"),
                new Entry(
                        "dlc-tiny-distilbert-cc2.10.0-035f64",
                        CLASSIFIER + ", bf16",
                        "the model in double precision, 1e-2 of the magnitude"),
                numbers("dlc-tiny-distilbert-cc2.11.0-1817db", CLASSIFIER, "2e-8"),
                numbers("dlc-tiny-distilbert-cc2.12.54", CLASSIFIER + ", weights as inputs", "1e-6"),
                numbers("dlc-tiny-distilbert-cc2.13.66-493e56", CLASSIFIER + ", weights as inputs", "1e-6"),
                numbers("dlc-tiny-distilbert-cc2.14.227", CLASSIFIER, "2e-8"),
                numbers("dlc-tiny-distilbert-cc2.16.372", "DistilBERT, hidden states", "1e-5"),
                numbers("dlc-tiny-distilbert-cc2.21.18209", CLASSIFIER, "2e-8"),
                numbers("dlc-tiny-gpt2-cc2.11.0", DECODER + ", bf16", "2e-2"),
                numbers("dlc-tiny-gpt2-cc2.12.54", DECODER + ", bf16", "2e-2"),
                numbers("dlc-tiny-gpt2-cc2.13.66-26f6e2", DECODER, "5e-6"),
                numbers("dlc-tiny-gpt2-cc2.13.66-b9b123", DECODER, "5e-6"),
                numbers("dlc-tiny-gpt2-cc2.14.227-5f50ca", DECODER, "5e-6"),
                numbers("dlc-tiny-gpt2-cc2.14.227-7d99e0", DECODER, "5e-6"),
                numbers("dlc-tiny-gpt2-cc2.15.128", DECODER, "5e-6"),
                new Entry(
                        "dlc-tiny-llama3-layout_opt-cc2.21.18209",
                        "weights permuted in place",
                        "its formula, every bit"),
                numbers(
                        "dlc-tiny-llama3-token_generation-cc2.21.18209",
                        "one token of Llama on two ranks",
                        "token exact, caches 2e-2"));
    }

    private static Entry numbers(String file, String computes, String tolerance) {
        return new Entry(file, computes, "numbers of a model in double precision, " + tolerance);
    }
}
