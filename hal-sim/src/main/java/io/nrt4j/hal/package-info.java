/** The device as its manuals name it: architectures, instances, cores and engines. Knows nothing of NEFF files. */
@NullMarked
package io.nrt4j.hal;

import org.jspecify.annotations.NullMarked;
