/**
 * The C-shaped API: the functions, structs and states of libnrt under their own names, with statuses instead of
 * exceptions. Source: nrt-api.md.
 */
@NullMarked
package io.nrt4j.runtime.c;

import org.jspecify.annotations.NullMarked;
