package io.nrt4j.loader.debuginfo;

/**
 * Where a slot came from.
 *
 * @param instruction name of the backend instruction, such as {@code I-87-0}; empty where the layer has none
 * @param file source file; empty where no layer names one
 * @param line line in it, 0 where no layer names one
 */
public record SlotOrigin(String instruction, String file, int line) {
    /** A slot that came from no instruction, or without debug info. */
    public static final SlotOrigin UNKNOWN = new SlotOrigin("", "", 0);

    /** Whether nothing is known. */
    public boolean isUnknown() {
        return instruction.isEmpty() && file.isEmpty();
    }

    /** {@code name file:line}, as far as known. */
    public String text() {
        if (file.isEmpty()) {
            return instruction;
        }
        String place = line == 0 ? file : file + ":" + line;
        return instruction.isEmpty() ? place : instruction + " " + place;
    }
}
