package io.nrt4j.loader.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.check.Finding;
import io.nrt4j.hal.isa.check.Rule;
import io.nrt4j.hal.isa.check.Severity;
import io.nrt4j.hal.isa.check.Validator;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** isa.md §7: "a violation never occurs in real files". */
@Tag("corpus")
class CorpusValidatorTest {
    @Test
    void noRealStreamBreaksAHardRule() throws IOException {
        Map<Rule, Integer> soft = new EnumMap<>(Rule.class);
        List<String> hard = new ArrayList<>();
        int streams = 0;
        for (Path neff : Corpus.neffs().toList()) {
            try (CorpusProgram program = CorpusProgram.open(neff)) {
                for (Definition definition : program.definitions()) {
                    Validator validator = new Validator(program.generation(), DeclaredFacts.of(definition));
                    for (EngineType engine : EngineType.values()) {
                        streams++;
                        for (Finding finding : validator.check(
                                engine,
                                Unpooled.copiedBuffer(definition.engine(engine).program()))) {
                            if (finding.severity() == Severity.HARD) {
                                hard.add("%s %s %s".formatted(neff.getFileName(), definition.name(), finding));
                            } else {
                                soft.merge(finding.rule(), 1, Integer::sum);
                            }
                        }
                    }
                }
            }
        }
        System.out.printf("%d streams checked: %d hard findings; soft: %s%n", streams, hard.size(), soft);
        assertThat(hard.stream().limit(20)).isEmpty();
    }
}
