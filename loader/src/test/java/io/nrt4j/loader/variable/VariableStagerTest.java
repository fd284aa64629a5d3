package io.nrt4j.loader.variable;

import static io.nrt4j.loader.variable.StagingFixture.file;
import static io.nrt4j.loader.variable.StagingFixture.graph;
import static io.nrt4j.loader.variable.StagingFixture.input;
import static io.nrt4j.loader.variable.StagingFixture.output;
import static io.nrt4j.loader.variable.StagingFixture.sb;
import static io.nrt4j.loader.variable.StagingFixture.tmp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.Variable;
import io.nrt4j.loader.manifest.VariableAttributes;
import io.nrt4j.loader.variable.StagingFixture.Staged;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VariableStagerTest {
    private final StagingFixture trn2 = StagingFixture.trn2();

    @AfterEach
    void close() {
        trn2.close();
    }

    /** The vector of memory.md §4.2. */
    @Test
    void thePredicateOfStaging() {
        StringBuilder staged = new StringBuilder();
        for (MemRefType type : MemRefType.values()) {
            staged.append(VariableStager.isStaged(type) ? 'T' : 'F');
        }
        assertThat(staged).hasToString("FTFTTFFFTFFF");
    }

    /** The worked example of memory.md §11, in code; the same from the real file: StagingCorpusTest. */
    @Test
    void placesOfMatmulSmall() {
        Staged staged = trn2.stage(matmulSmall("sg00"), matmulSmall("sg01"));
        assertThat(place(staged, 0, 0)).isEqualTo(0x2000000000L);
        assertThat(place(staged, 1, 0)).isEqualTo(0x3000000000L);
        assertThat(staged.variables().table(0).find(0).orElseThrow().size()).isEqualTo(0x2000000);
        assertThat(place(staged, 0, 1)).isEqualTo(MemRef.UNSTAGED);
        assertThat(place(staged, 0, 4)).isEqualTo(0x5C0000000L);
        assertThat(place(staged, 1, 4)).isEqualTo(0x5C0008000L);
        HeapUsage usage = trn2.device.heap().usage();
        assertThat(usage.channels().get(0)).isEqualTo(65536);
        assertThat(SizeText.of(usage.cores().bytes(1, MemoryUsage.WEIGHT))).isEqualTo("32.000KB");
        assertThat(trn2.device.hbm(0).readInt(0x5C0008000L + 32764)).isEqualTo(0x7F7F7F7F);
        MemRef.PointerTable table = (MemRef.PointerTable)
                staged.variables().table(0).find("DGETable0").orElseThrow();
        assertThat(table.entries())
                .extracting(MemRef.PointerTable.Entry::varId, MemRef.PointerTable.Entry::needsTranslation)
                .containsExactly(tuple(1), tuple(2), tuple(3));
        staged.memory().close();
    }

    private static Tuple tuple(int id) {
        return Tuple.tuple(id, true);
    }

    /** memory.md §7.1, §11. */
    @Test
    void resolvingAnAddress() {
        Staged staged = trn2.stage(matmulSmall("sg00"));
        VariableTable table = staged.variables().table(0);
        MemRef weights = table.find(4).orElseThrow();
        assertThat(VariableTable.addressOf(weights, 32760, 8, LoadStage.IMAGES, trn2.nlog))
                .isEqualTo(0x5C0007FF8L);
        assertInvalid(
                () -> VariableTable.addressOf(weights, 32761, 8, LoadStage.IMAGES, trn2.nlog),
                "invalid offset in identity_82_sg0000, 32768 < (32761 + 8)");
        assertInvalid(
                () -> VariableTable.addressOf(weights, -1, 2, LoadStage.IMAGES, trn2.nlog),
                "invalid offset in identity_82_sg0000, 32768 < (18446744073709551615 + 2)");
        MemRef x = table.find("x").orElseThrow();
        assertInvalid(
                () -> VariableTable.addressOf(x, 0, 4, LoadStage.IMAGES, trn2.nlog), "Variable x is not staged in HBM");
        MemRef stateBuffer = table.find(0).orElseThrow();
        assertThat(VariableTable.addressOf(stateBuffer, 0x1FFFFFF, 1, LoadStage.IMAGES, trn2.nlog))
                .isEqualTo(0x2001FFFFFFL);
        assertInvalid(
                () -> VariableTable.addressOf(stateBuffer, 0x2000000, 1, LoadStage.IMAGES, trn2.nlog),
                "invalid offset in SB, 33554432 < (33554432 + 1)");
        assertThat(table.find(17)).isEmpty();
        assertThat(table.core()).isZero();
        assertThat(table.graph()).isEqualTo("sg00");
        staged.memory().close();
    }

    /** memory.md §4.3. */
    @Test
    void everyPlacedVariableIsLogged() {
        trn2.stage(graph("sg00", sb(0), output(1, "y", 8), file(2, "w", 8192, new byte[10]), tmp(3, "t", 5)));
        assertThat(trn2.nlog.records())
                .filteredOn(r -> r.level() == LogLevel.DEBUG)
                .allSatisfy(
                        r -> assertThat(r.module() + ":" + r.function()).isEqualTo("TDRV:mem_ref_copy_and_stage_mr"))
                .extracting(r -> r.message())
                .containsExactly(
                        "Staged memref {SB} id {0} to {0x2000000000}. mem.addr {0x2000000000}, HBM: 0 (alloc only)",
                        "Staged memref {w} id {2} to {0x5c0000000}. mem.addr {0x5c0000000}, HBM: 0 (alloc+copy)",
                        "Staged memref {t} id {3} to {0x5c0001000}. mem.addr {0x5c0001000}, HBM: 0 (alloc only)");
        assertThat(trn2.log()).contains("MEM_USAGE: 10 bytes, channel: 0, total usage: (10/25769803776), hint:w");
    }

    /** memory.md §4.3: usage 6 for weights, 16 for temporaries. */
    @Test
    void usagesOfTheClasses() {
        trn2.stage(graph("sg00", file(0, "w", 0, new byte[100]), tmp(1, "t", 200), output(2, "y", 300)));
        assertThat(trn2.device.heap().usage().cores().bytes(0, MemoryUsage.WEIGHT))
                .isEqualTo(100);
        assertThat(trn2.device.heap().usage().cores().bytes(0, MemoryUsage.SCRATCHPAD_NOT_SHARED))
                .isEqualTo(200);
        assertThat(trn2.device.heap().usage().cores().total(0)).isEqualTo(300);
    }

    @Test
    void weightsInSeveralChunksAreWrittenOneBehindTheOther() {
        ByteBuf first = Unpooled.directBuffer().writeBytes(filled(200_001, 1));
        ByteBuf second = Unpooled.directBuffer().writeBytes(filled(300_000, 2));
        Staged staged = trn2.stage(graph("sg00", file(0, "w", 0, 450_000, first, second)));
        long address = place(staged, 0, 0);
        assertThat(trn2.device.hbm(0).readByte(address + 200_000)).isEqualTo((byte) 1);
        assertThat(trn2.device.hbm(0).readByte(address + 200_001)).isEqualTo((byte) 2);
        assertThat(trn2.device.hbm(0).readByte(address + 449_999)).isEqualTo((byte) 2);
        assertThat(trn2.device.hbm(0).readByte(address + 450_000))
                .as("behind the size")
                .isZero();
        staged.memory().close();
        assertThat(first.release()).isTrue();
        assertThat(second.release()).isTrue();
    }

    /** memory.md §3, §12 Q7. */
    @Test
    void aPayloadShorterThanTheVariableIsRefused() {
        assertInvalid(
                () -> trn2.stage(graph("sg00", file(0, "w.npy", 0, 11, Unpooled.wrappedBuffer(new byte[10])))),
                "Failed to get neff weight content for sg00/w.npy");
    }

    /** exec-sunda.md, rule 5 of the static DMA; memory.md §7.3. */
    @Test
    void aPointerIsACellWithTheAddressOfItsReferent() {
        StagingFixture trn1 = new StagingFixture(InstanceType.TRN1_2XLARGE, 1, DeviceOptions.DEFAULT);
        Staged staged = trn1.stage(graph(
                "sg00",
                sb(0),
                input(1, "in", 4096),
                file(2, "w", 0, new byte[10]),
                pointer(3, "w-ADDR", 2, false),
                pointer(4, "in-ADDR", 1, true)));
        MemRef.Pointer toWeights =
                (MemRef.Pointer) staged.variables().table(0).find(3).orElseThrow();
        MemRef.Pointer toInput =
                (MemRef.Pointer) staged.variables().table(0).find(4).orElseThrow();
        assertThat(trn1.device.hbm(0).readLong(toWeights.physicalAddress())).isEqualTo(0x3C0000000L);
        assertThat(toWeights.ioReference()).isFalse();
        assertThat(toInput.ioReference()).isTrue();
        assertThat(toInput.referent()).isEqualTo(1);
        assertThat(trn1.device.hbm(0).readLong(toInput.physicalAddress())).isZero();
        assertThat(VariableTable.addressOf(toInput, 0, 8, LoadStage.IMAGES, trn1.nlog))
                .isEqualTo(toInput.physicalAddress());
        assertThatThrownBy(() -> VariableTable.addressOf(toInput, 1, 4, LoadStage.IMAGES, trn1.nlog))
                .isInstanceOf(RuntimeAbortException.class)
                .hasMessageContaining("dma_ring.c:1204");
        assertThat(trn1.device.heap().usage().cores().bytes(0, MemoryUsage.IO)).isEqualTo(16);
        staged.memory().close();
        assertInvalid(
                () -> trn1.stage(graph("sg00", pointer(0, "p", 9, false))),
                "Variable p refers to variable 9, which does not exist",
                trn1);
        trn1.close();
    }

    /** memory.md §7.4: entries by position; an entry that has a place needs no translation. */
    @Test
    void tablesKeepTheirOrder() {
        Staged staged = trn2.stage(graph(
                "sg00",
                output(0, "y", 8),
                file(1, "w", 0, new byte[4]),
                new Variable.DgeTable(VariableAttributes.of("T0", 2), List.of(1, 0)),
                new Variable.DgeTable(VariableAttributes.of("T1", 3), List.of()),
                new Variable.VariableList(VariableAttributes.of("L", 4), List.of(0, 1))));
        VariableTable table = staged.variables().table(0);
        MemRef.PointerTable first = (MemRef.PointerTable) table.find("T0").orElseThrow();
        assertThat(first.entries())
                .containsExactly(
                        new MemRef.PointerTable.Entry(1, false, 0x5C0000000L),
                        new MemRef.PointerTable.Entry(0, true, MemRef.UNSTAGED));
        assertThat(((MemRef.PointerTable) table.find("T1").orElseThrow()).tableIndex())
                .isEqualTo(1);
        assertThat(table.find("L")).contains(new MemRef.VariableList("L", 4, List.of(0, 1)));
        assertThat(table.variables()).extracting(MemRef::varId).containsExactly(0, 1, 2, 3, 4);
        assertThat(first.type()).isEqualTo(MemRefType.MR_PTR_TABLE);
        assertInvalid(
                () -> trn2.stage(graph("sg00", new Variable.DgeTable(VariableAttributes.of("T", 0), List.of(5)))),
                "Variable T refers to variable 5, which does not exist");
    }

    /** memory.md §7.5. */
    @Test
    void aRemoteVariableHasThePlaceOfItsTarget() {
        Staged staged = trn2.stage(
                graph("sg00", file(0, "w", 0, new byte[100]), output(1, "y", 4)),
                graph("sg01", remote(0, 0, 0), remote(1, 0, 1), pointer(2, "p", 0, false)));
        MemRef remote = staged.variables().table(1).find(0).orElseThrow();
        assertThat(remote.physicalAddress()).isEqualTo(0x5C0000000L);
        assertThat(remote.size()).isEqualTo(100);
        assertThat(remote.type()).isEqualTo(MemRefType.MR_REMOTE);
        assertThat(staged.variables().table(1).find(1).orElseThrow().staged()).isFalse();
        assertThat(trn2.device.heap().usage().cores().bytes(1, MemoryUsage.WEIGHT))
                .as("owns nothing")
                .isZero();
        long cell = staged.variables().table(1).find(2).orElseThrow().physicalAddress();
        assertThat(trn2.device.hbm(0).readLong(cell)).isEqualTo(0x5C0000000L);
        staged.memory().close();

        assertInvalid(
                () -> trn2.stage(graph("sg00", remote(0, 0, 7))), "Failed to find remote variable 7 in relative sg 0");
        assertThatThrownBy(() -> trn2.stage(graph("sg00", remote(0, 1, 0))))
                .isInstanceOf(RuntimeAbortException.class)
                .hasMessage("mem_ref.c:298: mem_ref_create_remote_mrs: Assertion `rel_sg_id < num_kbins' failed.");
    }

    /** memory.md §8: accounting back to the byte, and the same addresses the next time. */
    @Test
    void aSecondLoadGetsTheSameAddresses() {
        HeapUsage before = trn2.device.heap().usage();
        Definition[] model = {matmulSmall("sg00"), matmulSmall("sg01")};
        Staged first = trn2.stage(model);
        List<Long> addresses = addresses(first);
        first.memory().close();
        assertThat(trn2.device.heap().usage()).isEqualTo(before);
        assertThat(trn2.device.hbm(0).readInt(0x5C0000000L)).isZero();
        Staged second = trn2.stage(model);
        assertThat(addresses(second)).isEqualTo(addresses);
        second.memory().close();
    }

    @Test
    void aFailedLoadLeavesTheDeviceAsItWas() {
        HeapUsage before = trn2.device.heap().usage();
        long available = trn2.device.heap().available(0);
        assertThatThrownBy(() -> trn2.stage(graph(
                        "sg00",
                        file(0, "w", 0, new byte[1 << 20]),
                        StagingFixture.window(1, "v", 0, 1 << 20),
                        tmp(2, "t", 30L << 30))))
                .isInstanceOf(LoadException.class);
        assertThat(trn2.device.heap().usage()).isEqualTo(before);
        assertThat(trn2.device.heap().available(0)).isEqualTo(available);
        assertThat(trn2.device.hbm(0).residentBytes()).isZero();
    }

    /** memory.md §6.5, §12 Q9. */
    @Test
    void instancesOfOneModelMayShareTheirWeights() {
        trn2.options = StagingOptions.DEFAULT.withSharedWeights(new UUID(0, 1));
        Staged first = trn2.stage(matmulSmall("sg00"), matmulSmall("sg01"));
        Staged second = trn2.stage(matmulSmall("sg00"), matmulSmall("sg01"));
        assertThat(addresses(second)).isEqualTo(addresses(first));
        assertThat(place(first, 0, 4)).as("each graph has its own").isNotEqualTo(place(first, 1, 4));
        assertThat(trn2.device.heap().usage().channels().get(0)).isEqualTo(65536);
        trn2.options = StagingOptions.DEFAULT.withSharedWeights(new UUID(0, 2));
        Staged other = trn2.stage(matmulSmall("sg00"));
        assertThat(place(other, 0, 4)).isEqualTo(0x5C0010000L);
        first.memory().close();
        assertThat(trn2.device.hbm(0).readInt(0x5C0000000L)).isEqualTo(0x7F7F7F7F);
        second.memory().close();
        other.memory().close();
        assertThat(trn2.device.heap().usage().cores().total()).isZero();
    }

    /** memory.md §5.4. */
    @Test
    void anOldDriverIsMentionedAndPaddedFor() {
        StagingFixture old =
                new StagingFixture(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT.withDriverAligns(false));
        Staged staged = old.stage(graph("sg00", file(0, "w", 32768, new byte[32768])));
        assertThat(place(staged, 0, 0)).isEqualTo(0x5C0008000L);
        assertThat(old.nlog.records())
                .filteredOn(r -> r.level() == LogLevel.WARN)
                .extracting(r -> r.message())
                .containsExactly("(Non-FATAL) aligned memory allocation API not available in driver. Please consider"
                        + " upgrading driver for more efficient memory allocation.");
        staged.memory().close();
        old.close();
    }

    private void assertInvalid(ThrowingCallable call, String message) {
        assertInvalid(call, message, trn2);
    }

    private static void assertInvalid(ThrowingCallable call, String message, StagingFixture fixture) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID))
                .hasMessage(message);
        assertThat(fixture.log()).endsWith(message);
    }

    private static Definition matmulSmall(String name) {
        return graph(
                name,
                sb(0),
                input(1, "x", 65536),
                input(2, "y", 65536),
                output(3, "output0", 32768),
                file(4, "identity_82_sg0000", 32768, filled(32768, 0x7F)),
                new Variable.DgeTable(VariableAttributes.of("DGETable0", 5), List.of(1, 2, 3)));
    }

    private static Variable pointer(int id, String name, int referent, boolean io) {
        return new Variable.Pointer(VariableAttributes.of(name, id), referent, io);
    }

    private static Variable remote(int id, int graph, int target) {
        return new Variable.Remote(VariableAttributes.of("remote" + id, id), graph, target);
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static long place(Staged staged, int graph, int varId) {
        return staged.variables().table(graph).find(varId).orElseThrow().physicalAddress();
    }

    private static List<Long> addresses(Staged staged) {
        return staged.variables().tables().stream()
                .flatMap(t -> t.variables().stream())
                .map(MemRef::physicalAddress)
                .toList();
    }
}
