package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;

/**
 * {@code nrt_ucode_info}: firmware for the POOL engine. Source: nrt-api.md §2.
 *
 * @param iram instructions; stays the caller's
 * @param dram data; stays the caller's
 */
public record NrtUcodeInfo(ByteBuf iram, ByteBuf dram) {}
