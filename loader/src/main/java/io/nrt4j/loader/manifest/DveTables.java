package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * The tables of the vector engine, verbatim. Older files have one control table where newer ones have a fast and a
 * slow one. Buffers are slices of the member table's. Source: manifest.md §7.3.
 *
 * @param opcode {@code opcode_table}
 * @param control {@code control_table} of the older form
 * @param controlFast {@code control_fast_table}
 * @param controlSlow {@code control_slow_table}
 * @param datapath {@code datapath_table}
 */
public record DveTables(
        Optional<ByteBuf> opcode,
        Optional<ByteBuf> control,
        Optional<ByteBuf> controlFast,
        Optional<ByteBuf> controlSlow,
        Optional<ByteBuf> datapath) {}
