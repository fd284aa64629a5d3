package io.nrt4j.runtime.recipe;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.HashForm;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.runtime.c.Out;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The container gate. Source: errors.md §4. */
final class ContainerRecipes {
    private static final String HEADER = "NEFF:neff_get_header_from_buffer ";
    private static final String PARSE = "NEFF:neff_parse ";
    private static final String NEFF_JSON = "neff.json";
    private static final int TAR_BLOCK = 512;
    private static final int TAR_SIZE = 124;
    private static final int TAR_SUM = 148;
    private static final int UNKNOWN_FEATURE = 40;

    private ContainerRecipes() {}

    static List<Recipe> all() {
        return List.of(
                good(),
                noBuffer(),
                Recipe.load(
                        "C2",
                        "errors.md §4 C2, §9 K1",
                        "cut the file off after 100 bytes",
                        NRT_INVALID,
                        () -> Arrays.copyOf(BaselineNeff.bytes(), 100),
                        HEADER + "Invalid number of NEFF bytes received 64"),
                headerAsLongAsTheFile(),
                refused(
                        "C4",
                        "errors.md §4 C4, §9 K3",
                        "set the major version (u64 at 0x18) to 3",
                        NRT_UNSUPPORTED_NEFF_VERSION,
                        () -> BaselineNeff.withField(BaselineNeff.VERSION_MAJOR, 3),
                        PARSE + "NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x"),
                Recipe.load(
                                "C4-1.x",
                                "errors.md §4, older texts",
                                "give a version 2.0 NEFF to a runtime of inf1's time",
                                NRT_UNSUPPORTED_NEFF_VERSION,
                                () -> BaselineNeff.withField(BaselineNeff.VERSION_MAJOR, 2),
                                PARSE + "NEFF version mismatch supported: 1.1 received: 2.0",
                                "NMGR:kmgr_load_nn Failed to load NN: baseline.neff, err: 10")
                        .on(RecipeMachine.on(InstanceType.INF1_XLARGE).under("1.6")),
                refused(
                        "C5",
                        "errors.md §4 C5",
                        "set bit 40 of feature_bits (u64 at 0x220) of a version 2.0 NEFF",
                        NRT_UNSUPPORTED_NEFF_VERSION,
                        () -> withFeatures(0xC00 | 1L << UNKNOWN_FEATURE),
                        PARSE
                                + "This NEFF (version: 2.0, features: 0x10000000000) has been compiled by a newer version of"
                                + " Neuron compiler. Features supported by this Neuron Runtime: 0x7ffffff. Please update"
                                + " the aws-neuronx-runtime-lib package to the latest version."),
                refused(
                                "C5-2.18",
                                "errors.md §4, older texts; §9 R1",
                                "set bit 8 of feature_bits (u64 at 0x220), which this runtime does not have",
                                NRT_UNSUPPORTED_NEFF_VERSION,
                                () -> withFeatures(0x100),
                                PARSE + "NEFF version: 2.0, features: 0x100 are not supported.  Currently supporting:"
                                        + " 0x80000000000000ff")
                        .on(RecipeMachine.on(InstanceType.TRN1_2XLARGE).under("2.18.14.0")),
                refused(
                                "C5-2.19",
                                "errors.md §4, older texts",
                                "set bit 20 of feature_bits (u64 at 0x220)",
                                NRT_UNSUPPORTED_NEFF_VERSION,
                                () -> withFeatures(0x100000),
                                PARSE + "NEFF version 2.0 uses unsupported features: [0x100000]. Neuron Runtime NEFF"
                                        + " supported features map: [0x1ff]. Please update the"
                                        + " aws-neuronx-runtime-lib package")
                        .on(RecipeMachine.on(InstanceType.TRN1_2XLARGE).under("2.19.5.0")),
                dataSize(),
                refused(
                                "C7",
                                "errors.md §4 C7",
                                "change the last byte of a package-1 NEFF, and have the digest compared",
                                NRT_INVALID,
                                () -> flipLast(BaselineNeff.builder()
                                        .hash(HashForm.SHA256)
                                        .toByteArray()),
                                PARSE + "SHA256 mismatch!")
                        .on(RecipeMachine.DEFAULT.with("NEURON_RT_VALIDATE_HASH", "true")),
                refused(
                                "C8",
                                "errors.md §4 C8, §9 K4",
                                "have the digest compared, which compilers since 2.18 store with reversed words",
                                NRT_INVALID,
                                BaselineNeff::bytes,
                                PARSE + "MD5 mismatch!")
                        .on(RecipeMachine.DEFAULT.with("NEURON_RT_VALIDATE_HASH", "true")),
                refused(
                        "C9",
                        "errors.md §4 C9",
                        "set pkg_version (u64 at 0x0) to 3",
                        NRT_UNSUPPORTED_NEFF_VERSION,
                        () -> BaselineNeff.withField(BaselineNeff.PACKAGE_VERSION, 3),
                        PARSE + "Unsupported NEFF packager: 3"),
                refused(
                        "C10-open",
                        "errors.md §4 C10",
                        "put a text in place of the archive",
                        NRT_INVALID,
                        () -> BaselineNeff.around(
                                "this is no archive".repeat(100).getBytes(StandardCharsets.US_ASCII)),
                        PARSE + "Failed to open NEFF Unrecognized archive format"),
                refused(
                        "C10-read",
                        "errors.md §4 C10",
                        "put a block of letters in the place of the second header of the archive",
                        NRT_INVALID,
                        () -> BaselineNeff.around(join(tar("a", '0', 0), padded("x".repeat(TAR_BLOCK)))),
                        PARSE + "failure while reading NEFF metadata Damaged tar archive"),
                refused(
                        "C10-size",
                        "errors.md §4 C10",
                        "put a pax record GNU.sparse.size=-5 before the first member",
                        NRT_INVALID,
                        () -> BaselineNeff.around(
                                join(tar("x", 'x', 22), padded("22 GNU.sparse.size=-5\n"), tar("a", '0', 0))),
                        PARSE + "invalid files size(-5) for a - (null)"),
                refused(
                        "C10-memory",
                        "errors.md §4 C10",
                        "name a size in the tar header that no address space has",
                        NRT_RESOURCE,
                        () -> BaselineNeff.around(join(hugeTar())),
                        PARSE + "fail to allocate memory(1152921504606846976) for file a"),
                Recipe.load(
                        "C11",
                        "errors.md §4 C11",
                        "leave out the file of a constant, sg00/value_w.npy",
                        NRT_INVALID,
                        () -> BaselineNeff.builder(
                                        Arch.CAYMAN,
                                        graph -> graph.constant("w", TensorType.FLOAT32, new byte[128], 32))
                                .without("sg00/value_w.npy")
                                .toByteArray(),
                        Cascade.DEFINITION.after(
                                NRT_INVALID,
                                "NEFF:neff_get_file_content file not found sg00/value_w.npy in NEFF",
                                "NEFF:load_weight_bin Failed to get neff weight content for sg00/value_w.npy")),
                refused(
                        "C12",
                        "errors.md §4 C12",
                        "leave out neff.json",
                        NRT_INVALID,
                        () -> BaselineNeff.builder().without(NEFF_JSON).toByteArray(),
                        "NMGR:kmgr_load_nn_nc Invalid NN: baseline.neff, neff.json is missing"),
                Recipe.load(
                        "C13-stats",
                        "errors.md §4 C13",
                        "a file without hlo_stats.json, which loads",
                        NrtStatus.NRT_SUCCESS,
                        BaselineNeff::bytes,
                        "WARN NMGR:kmgr_load_nn_nc Unable to find hlo_stats.json in the NEFF",
                        "INFO NMGR:kmgr_load_nn_nc Loaded NN \"baseline.neff\" ID: 1001",
                        "INFO NMGR:kmgr_load_nn_post_metrics NN: baseline.neff, loaded successfully"),
                Recipe.load(
                        "C13-open",
                        "errors.md §4 C13",
                        "leave out sg00/def.json",
                        NRT_INVALID,
                        () -> BaselineNeff.builder().without("sg00/def.json").toByteArray(),
                        Cascade.DEFINITION.after(
                                NRT_INVALID, "NEFF:json_parse_load_elements Unable to open: sg00/def.json - 2")),
                Recipe.load(
                        "C13-size",
                        "errors.md §4 C13, §9 R22",
                        "store sg00/def.json as a sparse file of 8 GiB, all of it a hole but the last byte",
                        NRT_INVALID,
                        ContainerRecipes::withLargeDefinition,
                        Cascade.DEFINITION.after(
                                NRT_INVALID,
                                "NEFF:json_parse_load_elements Unable to parse: sg00/def.json - 1",
                                "NEFF:json_parse_load_elements File sg00/def.json size (8589934592) exceeds json parser"
                                        + " maximum (4294967295)")),
                Recipe.load(
                        "C13-parse",
                        "errors.md §4 C13",
                        "cut the last brace off sg00/def.json",
                        NRT_INVALID,
                        () -> BaselineNeff.edited("sg00/def.json", text -> text.substring(0, text.lastIndexOf('}'))),
                        Cascade.DEFINITION.after(
                                NRT_INVALID, "NEFF:json_parse_load_elements Unable to parse: sg00/def.json - 3")));
    }

    private static Recipe good() {
        return Recipe.load(
                "L-good",
                "errors.md §3",
                "load a good file",
                NrtStatus.NRT_SUCCESS,
                BaselineNeff::bytes,
                "DEBUG NRT:nrt_load API:IN: (start_nc=0, nc_count=-1, name=baseline.neff)",
                "DEBUG NMGR:kmgr_load_nn_nc first worker, creating cache",
                "DEBUG NEFF:parse_version KELF version: 0.5-",
                "DEBUG NEFF:parse_target Target found 'cayman', id=3",
                "INFO NMGR:dlr_kelf_load Loaded mlaop on 1 NeuronCores",
                "INFO NMGR:kmgr_load_nn_nc Loaded NN \"baseline.neff\" ID: 1001",
                "INFO NMGR:kmgr_load_nn_post_metrics NN: baseline.neff, loaded successfully");
    }

    /** A load that ends in the container gate. */
    private static Recipe refused(
            String id, String source, String change, NrtStatus status, Supplier<byte[]> neff, String leaf) {
        return Recipe.load(id, source, change, status, neff, Cascade.CONTAINER.after(status, leaf));
    }

    /** Before the other members, so that the archive is one of a small file. */
    private static byte[] withLargeDefinition() {
        byte[] others =
                BaselineNeff.builder().without("sg00/def.json").uncompressed().toByteArray();
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(tar("x", 'x', 61));
        payload.writeBytes(padded("30 GNU.sparse.size=8589934592\n31 GNU.sparse.map=8589934591,1\n"));
        payload.writeBytes(tar("sg00/def.json", '0', 1));
        payload.writeBytes(padded("}"));
        payload.write(others, NeffHeader.SIZE, others.length - NeffHeader.SIZE);
        return BaselineNeff.around(payload.toByteArray());
    }

    private static Recipe noBuffer() {
        return new Recipe(
                "C1",
                "errors.md §4 C1",
                "LibNrt.nrt_load with null for the NEFF",
                RecipeMachine.DEFAULT,
                new RecipeAction.Calls(
                        "nrt_load", true, true, nrt -> nrt.nrt_load((ByteSource) null, 0, -1, new Out<>())),
                NRT_INVALID,
                List.of(HEADER + "Invalid NEFF buffer"));
    }

    private static Recipe headerAsLongAsTheFile() {
        int size = BaselineNeff.bytes().length;
        String hex = Integer.toHexString(size);
        return Recipe.load(
                "C3",
                "errors.md §4 C3, §9 K2",
                "set header_size (u64 at 0x8) to the size of the file",
                NRT_INVALID,
                () -> BaselineNeff.withField(BaselineNeff.HEADER_SIZE, size),
                HEADER + "Invalid NEFF file size hdr sz: " + hex + ", file sz: " + hex + ":");
    }

    private static Recipe dataSize() {
        int size = BaselineNeff.bytes().length;
        String promised = Integer.toHexString(size - NeffHeader.SIZE);
        return refused(
                "C6",
                "errors.md §4 C6",
                "cut the last byte off",
                NRT_INVALID,
                () -> Arrays.copyOf(BaselineNeff.bytes(), size - 1),
                PARSE + "Invalid NEFF data size(" + promised + " vs " + Integer.toHexString(size - 1) + ")");
    }

    private static byte[] withFeatures(long bits) {
        return BaselineNeff.builder()
                .header(fields -> fields.version(2, 0).featureBits(bits))
                .toByteArray();
    }

    private static byte[] flipLast(byte[] file) {
        file[file.length - 1] ^= 1;
        return file;
    }

    /** A ustar header. */
    private static byte[] tar(String name, char type, int size) {
        byte[] block = new byte[TAR_BLOCK];
        put(block, 0, name);
        put(block, 100, "0000664\0" + "0001750\0" + "0001750\0" + "%011o\0".formatted(size) + "00000000000\0");
        put(block, TAR_SUM + 8, String.valueOf(type));
        put(block, 257, "ustar\0" + "00");
        return summed(block);
    }

    /** 2^60 bytes in base 256. */
    private static byte[] hugeTar() {
        byte[] block = tar("a", '0', 0);
        Arrays.fill(block, TAR_SIZE, TAR_SIZE + 12, (byte) 0);
        block[TAR_SIZE] = (byte) 0x80;
        block[TAR_SIZE + 4] = 0x10;
        return summed(block);
    }

    private static byte[] summed(byte[] block) {
        Arrays.fill(block, TAR_SUM, TAR_SUM + 8, (byte) ' ');
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xFF;
        }
        put(block, TAR_SUM, "%06o\0 ".formatted(sum));
        return block;
    }

    private static void put(byte[] block, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }

    private static byte[] padded(String text) {
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), TAR_BLOCK);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        all.writeBytes(new byte[2 * TAR_BLOCK]);
        return all.toByteArray();
    }
}
