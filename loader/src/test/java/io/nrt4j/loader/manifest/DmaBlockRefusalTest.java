package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.Refusal.list;
import static io.nrt4j.loader.manifest.Refusal.neff;
import static io.nrt4j.loader.manifest.Refusal.ones;
import static io.nrt4j.loader.manifest.SmallModel.DEF;
import static io.nrt4j.loader.manifest.SmallModel.POOL;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refused DMA blocks. Source: manifest.md §7.2, dma.md §5. */
class DmaBlockRefusalTest {
    @ParameterizedTest
    @MethodSource("refusals")
    void endsWithItsLine(Refusal refusal) {
        refusal.verify();
    }

    static Stream<Refusal> refusals() {
        String copy = "/dma/0/desc/0";
        String fma = "/dma/1/desc/0";
        String transpose = "/dma/1/desc/1";
        String min = "/dma/1/desc/2";
        String block = "parse_one_dma_block";
        String pattern = "parse_one_desc_ap";
        return Stream.of(
                neff("no list", m -> m.set(POOL, "/dma", "{}"), block, "Failed to parse, key: dma"),
                neff("no id", m -> m.remove(POOL, "/dma/0/id"), block, "missing <id> in dma block load x"),
                neff("no queue", m -> m.remove(POOL, "/dma/0/queue"), block, "missing <queue> in dma block load x"),
                neff(
                        "an unknown queue",
                        m -> m.set(POOL, "/dma/0/queue", "'q'"),
                        block,
                        "invalid dma block (load x): unknown queue q"),
                neff(
                        "an unknown instance",
                        m -> m.set(POOL, "/dma/1/instance_name", "'i2'"),
                        block,
                        "invalid dma block (): unknown queue i2"),
                neff("no descriptors", m -> m.remove(POOL, "/dma/0/desc"), block, "missing <desc> in dma block load x"),
                neff(
                        "a priority of 256",
                        m -> m.set(POOL, "/dma/1/priority_class", "256"),
                        block,
                        "Failed to parse, key: priority_class"),
                neff(
                        "a semaphore that is a text",
                        m -> m.set(POOL, "/dma/0/semaphore", "'24'"),
                        block,
                        "Failed to parse, key: semaphore"),
                neff(
                        "an unknown operation",
                        m -> m.set(POOL, copy + "/op", "'xor'"),
                        block,
                        "Unknown dma operation: xor"),
                neff("no target", m -> m.remove(POOL, copy + "/to"), block, "missing <to> in dma block load x"),
                neff("no source", m -> m.remove(POOL, copy + "/from"), block, "missing <from> in dma block load x"),
                neff(
                        "an unknown variable",
                        m -> m.set(POOL, copy + "/from", "'q'"),
                        block,
                        "invalid dma block (load x): unknown variable q"),
                neff(
                        "no offset",
                        m -> m.remove(POOL, copy + "/from_off"),
                        block,
                        "missing <from_off> in dma block load x"),
                neff(
                        "a negative offset",
                        m -> m.set(POOL, copy + "/from_off", "-4"),
                        block,
                        "Failed to parse, key: from_off"),
                neff("a size of 0", m -> m.set(POOL, copy + "/to_sizes/1", "0"), pattern, "Size cannot be 0"),
                neff(
                        "a size too many",
                        m -> m.set(POOL, copy + "/to_sizes/2", "1"),
                        block,
                        "invalid dma block (load x): 3 sizes and 2 steps"),
                neff(
                        "no sizes",
                        m -> m.set(POOL, copy + "/to_sizes", "[]").set(POOL, copy + "/to_steps", "[]"),
                        block,
                        "invalid dma block (load x): 0 sizes and 0 steps"),
                neff(
                        "nine dimensions",
                        m -> m.set(POOL, copy + "/to_sizes", ones(9)),
                        block,
                        "invalid dma block (load x): more than 8 to_sizes"),
                neff(
                        "a float step",
                        m -> m.set(POOL, copy + "/to_steps/0", "1.0"),
                        block,
                        "Failed to parse, key: to_steps"),
                neff(
                        "an unknown type",
                        m -> m.set(POOL, copy + "/to_dtype", "'fp32'"),
                        block,
                        "invalid dma block (load x): unknown to_dtype fp32"),
                neff(
                        "a computation without target type",
                        m -> m.remove(POOL, fma + "/to_dtype"),
                        pattern,
                        "Invalid cce desc ap without dtype"),
                neff(
                        "a computation without source type",
                        m -> m.remove(POOL, fma + "/from_arr/1/from_dtype"),
                        pattern,
                        "Invalid cce desc ap without dtype"),
                neff(
                        "a computation without sources",
                        m -> m.remove(POOL, fma + "/from_arr"),
                        block,
                        "missing <from_arr> in dma block "),
                neff(
                        "a computation with no source",
                        m -> m.set(POOL, fma + "/from_arr", "[]"),
                        block,
                        "invalid dma block (): 0 sources, must be 1 to 16"),
                neff(
                        "a computation with 17 sources",
                        m -> m.set(
                                POOL,
                                fma + "/from_arr",
                                list(
                                        "{'from':'x','from_off':0,'from_sizes':[4],'from_steps':[1],'from_dtype':'int8'}",
                                        17)),
                        block,
                        "invalid dma block (): 17 sources, must be 1 to 16"),
                neff(
                        "another scale type",
                        m -> m.set(POOL, fma + "/scale_dtype", "'float16'"),
                        block,
                        "invalid dma block (): scale_dtype float16"),
                neff(
                        "a scale that is a text",
                        m -> m.set(POOL, fma + "/from_arr/0/scale", "'1'"),
                        block,
                        "Failed to parse, key: scale"),
                neff(
                        "a transpose without a shape",
                        m -> m.remove(POOL, transpose + "/transpose_shape"),
                        block,
                        "missing <transpose_shape> in dma block "),
                neff(
                        "a transpose of three dimensions",
                        m -> m.remove(POOL, transpose + "/transpose_shape/0"),
                        block,
                        "Failed to parse, key: transpose_shape"),
                neff(
                        "a transpose without element size",
                        m -> m.remove(POOL, transpose + "/transpose_element_size"),
                        block,
                        "missing <transpose_element_size> in dma block "),
                neff(
                        "another constant type",
                        m -> m.set(POOL, min + "/constant_dtype", "'int8'"),
                        block,
                        "invalid dma block (): constant_dtype int8"),
                neff(
                        "a constant type without a constant",
                        m -> m.remove(POOL, min + "/constant"),
                        block,
                        "missing <constant> in dma block "),
                neff(
                        "an integer constant beyond 32 bits",
                        m -> m.set(POOL, min + "/constant_dtype", "'int32'").set(POOL, min + "/constant", "2147483648"),
                        block,
                        "Failed to parse, key: constant"),
                neff(
                        "blocks of the definition itself",
                        m -> m.set(DEF, "/dma", "[{}]"),
                        block,
                        "missing <id> in dma block "));
    }
}
