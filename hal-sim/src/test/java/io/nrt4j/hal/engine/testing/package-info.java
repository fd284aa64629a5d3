/** What tests of the engines share. */
package io.nrt4j.hal.engine.testing;
