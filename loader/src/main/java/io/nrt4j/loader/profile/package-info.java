/** What differs between versions of the runtime: ceilings, masks, wording, function names, image recipes. */
@NullMarked
package io.nrt4j.loader.profile;

import org.jspecify.annotations.NullMarked;
