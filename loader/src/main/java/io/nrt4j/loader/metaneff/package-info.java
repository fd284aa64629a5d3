/**
 * The message beside a NEFF that tells the host what to bring and what it gets: names, shapes, types and roles of
 * tensors. The runtime itself does not read it. Source: metaneff.md.
 */
@NullMarked
package io.nrt4j.loader.metaneff;

import org.jspecify.annotations.NullMarked;
