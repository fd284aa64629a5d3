package io.nrt4j.hal.isa.check;

/** What a finding means. */
public enum Severity {
    /** No real program breaks the rule; hardware would not do what the slot says. */
    HARD,
    /** Real programs keep the rule, but one that breaks it may run. */
    SOFT
}
