/** Operands of compute instructions: patterns bound to the on-chip memory of a core. */
@NullMarked
package io.nrt4j.hal.engine.operand;

import org.jspecify.annotations.NullMarked;
