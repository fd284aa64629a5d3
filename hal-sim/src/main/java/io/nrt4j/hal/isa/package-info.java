/**
 * The instruction set: what a 64-byte slot means, on which generation, for which engine.
 *
 * <p>Two ways in. {@link io.nrt4j.hal.isa.Slot} is a flyweight for code that touches single fields or many slots;
 * {@link io.nrt4j.hal.isa.Instruction} is the immutable model, whose operand records declare each field once, with
 * its offset and type. Everything else here hangs on that declaration: decoding, encoding, the account of bytes that
 * no field names, the text and the checks.
 *
 * <p>Source: isa.md, isa-encodings.md.
 */
@NullMarked
package io.nrt4j.hal.isa;

import org.jspecify.annotations.NullMarked;
