package io.nrt4j.loader.container;

/** Whether the digest of the payload is compared with the header. Source: container.md §6. */
public enum HashCheck {
    /** Not at all: the runtime's default. */
    OFF,
    /** The plain digest only, as libnrt does with {@code NEURON_RT_VALIDATE_HASH}. */
    STRICT,
    /** The plain digest, or the one with every 32-bit word byte-reversed that compilers from 2.18 on store. */
    LENIENT
}
