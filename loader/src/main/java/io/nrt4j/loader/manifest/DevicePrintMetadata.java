package io.nrt4j.loader.manifest;

/**
 * {@code debug_tensor_md}: where device print sends a tensor. Not a path prefix.
 *
 * @param prefix at most 511 characters
 * @param pipe the pipe's id, an unsigned 32-bit number
 */
public record DevicePrintMetadata(String prefix, int pipe) {}
