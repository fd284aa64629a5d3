package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The semaphores at the end of programs: isa.md §8, exec-corpus.md §2. */
@Tag("corpus")
class EndSemaphoreTest {
    private static final Pattern ENTRY = Pattern.compile("([\\d.,]+)=(\\d+)");
    private static final Pattern IDS = Pattern.compile("(\\d+)(?:\\.\\.(\\d+))?");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nkipy-matmul_small|4=2 5=4 8=16 24..27=16",
                "chengli-stream_256k_fd1k|6=2 8..11=16 24,25=16",
                "chengli-stream_256k_fd2k|6=1 8,9=16 24=16",
                "chengli-transpose_1024|4,5=64 8=16 24..55=64",
                "chengli-conv2d_4_float16_smaller|4=22 5=72 6=52 8..15=16 24=16 40,41=16",
                "chengli-conv2d_1_float16_smaller|4=12 5=36 6=26 8..15=48 16..23=32 24..27=48 28..39=32 40,41=16"
            })
    void areThoseOfTheSheets(String file, String expected) {
        assertThat(endValues(file)).isEqualTo(parse(expected));
    }

    @Tag("bench")
    @Test
    void areThoseOfTheSheetsForTheLongPrograms() {
        assertThat(endValues("nkimoe-v6b")).isEqualTo(parse("4=434 5=768 6=372 8..23=160 24..32=16 40..55=16"));
    }

    private static Map<Integer, Long> endValues(String file) {
        ExecutionRecord record = new ExecutionRecord();
        new GoldenCase(file, "").run(ExecutionOptions.DEFAULT.withMonitor(record));
        return record.endValues(0);
    }

    /** Ids, {@code a..b} and {@code a,b} among them, and their value. */
    private static Map<Integer, Long> parse(String text) {
        Map<Integer, Long> values = new TreeMap<>();
        Matcher entry = ENTRY.matcher(text);
        while (entry.find()) {
            Matcher ids = IDS.matcher(entry.group(1));
            while (ids.find()) {
                int first = Integer.parseInt(ids.group(1));
                int last = ids.group(2) == null ? first : Integer.parseInt(ids.group(2));
                for (int id = first; id <= last; id++) {
                    values.put(id, Long.parseLong(entry.group(2)));
                }
            }
        }
        return values;
    }
}
