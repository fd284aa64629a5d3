/**
 * Where an instruction came from: the debug-info members beside the instruction streams.
 *
 * <p>Protobuf messages of the package {@code neuroncc.debug_info}, proto3, one file per compiler layer and engine.
 * Source: producer.md §11, isa.md §11.
 */
@NullMarked
package io.nrt4j.loader.debuginfo;

import org.jspecify.annotations.NullMarked;
