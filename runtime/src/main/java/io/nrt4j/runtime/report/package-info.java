/** What a load did, as plain data: the source of every command's page and JSON. */
@NullMarked
package io.nrt4j.runtime.report;

import org.jspecify.annotations.NullMarked;
