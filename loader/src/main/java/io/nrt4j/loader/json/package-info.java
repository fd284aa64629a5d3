/**
 * JSON as the runtime's parser (simdjson 0.9, DOM) sees it: what it accepts, the error number it gives otherwise, and how
 * values are looked up. Source: manifest.md §1.1.
 */
@NullMarked
package io.nrt4j.loader.json;

import org.jspecify.annotations.NullMarked;
