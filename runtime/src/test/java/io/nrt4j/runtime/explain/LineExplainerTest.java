package io.nrt4j.runtime.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.runtime.cli.Nrt4j;
import io.nrt4j.runtime.log.NlogFormat;
import io.nrt4j.runtime.recipe.RecipeBook;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineExplainerTest {
    private static final MessageCatalogue CATALOGUE = MessageCatalogue.scan();
    private static final LineExplainer EXPLAINER = new LineExplainer(CATALOGUE, Explanations.all());

    @Test
    void theCatalogueHasTheMessagesOfBothModules() {
        assertThat(CATALOGUE.messages())
                .extracting(KnownMessage::constant)
                .contains(
                        "io.nrt4j.loader.container.NeffContainer.NO_BUFFER",
                        "io.nrt4j.runtime.c.RuntimeStart.CANNOT_FIND");
        assertThat(CATALOGUE.messages()).hasSizeGreaterThan(200);
    }

    @Test
    void explanationsAreComplete() {
        List<Explanation> all = Explanations.all();
        assertThat(all).extracting(Explanation::text).doesNotHaveDuplicates().hasSizeGreaterThan(55);
        assertThat(all).allSatisfy(e -> assertThat(e.source()).contains("§"));
    }

    private static final Pattern CONVERSION =
            Pattern.compile("%[-0#+ ]*\\d*(?:\\.\\d+)?(?:ll|l|z|hh|h)?([diuxXscpf%])");

    /** A line as the console prints it, with something for each conversion. */
    private static String line(KnownMessage known) {
        List<Object> args = new ArrayList<>();
        Matcher m = CONVERSION.matcher(known.message().template());
        while (m.find()) {
            switch (m.group(1).charAt(0)) {
                case '%' -> {}
                case 's', 'c' -> args.add("a.b/c-1");
                case 'f' -> args.add(1.5);
                default -> args.add(7);
            }
        }
        // Some texts are printed by whichever function reads the key.
        LogMessage message = known.message().function().isEmpty()
                ? known.message().in(known.message().module(), "parse_one_variable")
                : known.message();
        return NlogFormat.MICROSECONDS.line(
                message.with(args.toArray()), LocalDateTime.of(2026, 1, 5, 10, 0), 1234, 1234);
    }

    /** Whatever a check prints leads back to it; what the catalogue knows nothing of is said to be unpublished. */
    @Test
    void everyConstantIsFoundByALineMadeFromIt() {
        List<String> lost = CATALOGUE.messages().stream()
                .filter(known -> !isFound(known))
                .map(known -> known.constant() + ": " + line(known))
                .toList();
        assertThat(lost).isEmpty();
        assertThat(CATALOGUE.messages()).hasSizeGreaterThan(300);
    }

    private static boolean isFound(KnownMessage known) {
        return EXPLAINER.explain(line(known)).stream()
                .anyMatch(match -> match.check()
                        .filter(check -> check.constant().equals(known.constant()))
                        .isPresent());
    }

    /** A text of the catalogue that differs from its constant in a conversion would be explained beside it, not with it. */
    @Test
    void noConstantIsSaidToBeUnpublishedBesideItsEntry() {
        List<String> wrong = CATALOGUE.messages().stream()
                .map(known -> EXPLAINER.explain(line(known)))
                .filter(matches -> matches.stream().anyMatch(m -> m.check().isEmpty()))
                .filter(matches -> matches.get(0).explanation().source().equals("-"))
                .map(matches -> matches.get(0).text())
                .toList();
        assertThat(wrong).isEmpty();
    }

    private static boolean hasRecipe(Explanation entry) {
        Pattern text = new LogMessage(LogLevel.ERROR, "", "", entry.text()).pattern();
        return !RecipeBook.printing(text).isEmpty();
    }

    /** Either a recipe prints the text, or the entry says why none does. */
    @Test
    void everyEntryHasARecipeOrAReason() {
        assertThat(Explanations.all())
                .filteredOn(entry -> entry.limits().isEmpty() && !hasRecipe(entry))
                .extracting(Explanation::text)
                .isEmpty();
        assertThat(Explanations.all())
                .as("reasons that recipes have overtaken")
                .filteredOn(entry -> entry.limits().isPresent() && hasRecipe(entry))
                .extracting(Explanation::text)
                .isEmpty();
    }

    /** Lines of errors.md §1.1, §3, §5, §7 and §9, whole or shortened. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-Jan-05 10:00:00.000001  1234:1234  ERROR  NMGR:kmgr_load_nn_post_metrics               Failed to load NN: baseline.neff, err: 10 | Failed to load NN: %s, err: %d",
                "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2 | Failed to load NN: %s, err: %d",
                "NEFF version: 3.7 is not supported, accepted version range: 0.x-2.x | NEFF version: %lu.%lu is not supported, accepted version range: %u.x-%u.x",
                "Invalid number of NEFF bytes received 64 | Invalid number of NEFF bytes received %lx",
                "MD5 mismatch! | MD5 mismatch!",
                "nrtd[4711]: [NMGR:kmgr_load_nn] Failed to load NN: x.neff, err: 4 | Failed to load NN: %s, err: %d",
                "Unsupported hardware operator code 214 found in neff. | Unsupported hardware operator code %d found in neff.",
                "Failed to allocate 43.325MB (usage: dma rings) on ND 4:NC 1, current utilization: | Failed to allocate %s (usage: %s) on ND%2u:NC%2u, current utilization:%s",
                "NRT:nrt_infodump Failure: NRT_RESOURCE in nrt_load() | Failure: %s in %s()",
                "Cannot find Neuron devices. Run this on inf2. | Cannot find Neuron devices.%s",
                "[MLA 0][NC 0] DMA RX engine 3 is in an abort state | [MLA %d][NC %d] DMA RX engine %d is in an abort state",
                "TDRV:kbl_model_add               Event Accel carveout SB partition must start at 0. Got 1 | Event Accel carveout SB partition must start at 0. Got %lu",
                "Logical Neuron Core(s) not available - Requested:lnc0-lnc15 Available:0 Logical Core size:1 | Logical Neuron Core(s) not available - Requested:lnc%d-lnc%d Available:%d Logical Core size:%u",
                "NEFF:neff_parse NEFF version: 2.0, features: 0x100 are not supported.  Currently supporting: 0x80000000000000ff | NEFF version: %lu.%lu, features: 0x%lx are not supported.  Currently supporting: 0x%lx",
                "NRT uninitialized | NRT uninitialized"
            })
    void aLineLeadsToItsText(String line, String text) {
        assertThat(EXPLAINER.explain(line)).first().satisfies(match -> {
            assertThat(match.text()).isEqualTo(text);
            assertThat(match.explanation().source()).contains("§");
        });
    }

    /** A function name of 40 or more characters runs into the message (errors.md §1.1). */
    @Test
    void aLongNameOfAFunctionIsTakenOff() {
        assertThat(EXPLAINER.explain("2026-Jan-05 10:00:00.000001  1234:1234  DEBUG"
                        + "  TDRV:dma_ring_create_static_rings_for_queue_bundle_instance"
                        + "vring is copied to pring. ndesc=2/64"))
                .first()
                .satisfies(match -> assertThat(match.check().orElseThrow().constant())
                        .isEqualTo("io.nrt4j.loader.image.QueuePlanner.COPIED"));
    }

    @Test
    void coloursAndSyslogLinesAreUnderstood() {
        assertThat(EXPLAINER.explain("\u001B[91mNRT:  26638:26638 ERROR  TDRV:db_vtpb_get_mla_and_tpb"
                        + "                 Could not find VNC id 9\u001B[0m"))
                .first()
                .satisfies(match -> assertThat(match.check().orElseThrow().constant())
                        .isEqualTo("io.nrt4j.loader.variable.CorePlacement.NO_CORE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "java.lang.NullPointerException"})
    void otherLinesAreNot(String line) {
        assertThat(EXPLAINER.explain(line)).isEmpty();
    }

    @Test
    void theCommandPrintsWhatIsKnown() {
        StringWriter out = new StringWriter();
        int exit =
                Nrt4j.commandLine("explain").setOut(new PrintWriter(out)).execute("explain", "Invalid target 'vega'");
        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains(
                        "NRT_INVALID (2)",
                        "check:",
                        "reproduce:  set \"target\" of kelf-0.json to vega",
                        "nrt4j reproduce A2");
        assertThat(Nrt4j.commandLine("explain").setErr(new PrintWriter(out)).execute("explain", "hello"))
                .isEqualTo(1);
    }
}
