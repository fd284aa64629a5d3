/** What a load depends on beside its NEFF: instance, cores, environment variables. */
@NullMarked
package io.nrt4j.runtime.config;

import org.jspecify.annotations.NullMarked;
