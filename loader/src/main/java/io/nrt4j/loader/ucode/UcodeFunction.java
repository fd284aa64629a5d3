package io.nrt4j.loader.ucode;

/**
 * A function that a library's manifest lists ({@code ucode_lib::function_entry}). Source: q7.md §1.5, §1.7.
 *
 * @param name its name
 * @param opcode byte 0 of the instructions that it serves, 0 to 255
 * @param subOpcode which of several functions behind one opcode, 0 to 255
 */
public record UcodeFunction(String name, int opcode, int subOpcode) {}
