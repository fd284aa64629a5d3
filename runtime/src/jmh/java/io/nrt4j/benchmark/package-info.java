/**
 * What is measured: decoding, the matrix product, execution, the load path, each beside a peer on the same work where
 * there is one.
 */
@NullMarked
package io.nrt4j.benchmark;

import org.jspecify.annotations.NullMarked;
