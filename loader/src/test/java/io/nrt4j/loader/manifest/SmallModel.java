package io.nrt4j.loader.manifest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.archive.MemberTables;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The members of a small valid CAYMAN model that holds one of everything, to be changed in one place and parsed.
 *
 * <p>Places are JSON pointers; values are JSON in which single quotes serve as quotes.
 */
final class SmallModel {
    static final String NEFF = "neff.json";
    static final String KELF = "kelf-0.json";
    static final String DEF = "sg00/def.json";
    static final String POOL = "sg00/Pool.json";
    static final String ACT = "sg00/Activation.json";
    static final String DVE = "sg00/DVE.json";
    static final String SET = "sg00/exp_set.json";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
            .build();

    private final Map<String, byte[]> members = new LinkedHashMap<>();
    private ManifestOptions options =
            ManifestOptions.forArch(Arch.CAYMAN).withModelName("small.neff").withMaxJsonMemory(1 << 24);

    private SmallModel() {}

    static SmallModel cayman() {
        SmallModel model = new SmallModel();
        model.json(NEFF, """
            {'nodes': [
               {'op': 'null', 'name': 'x', 'inputs': [], 'output_names': ['x'], 'is_param': '0'},
               {'op': 'null', 'name': 'n', 'inputs': [], 'output_names': ['n'], 'is_param': '0'},
               {'op': 'tvm_op', 'name': 'sg_coreV10', 'attrs': {'func_name': '__kelf', 'kelf': 'kelf-0.json'},
                'inputs': [[0, 0, 0]], 'output_names': ['y', 'y']}],
             'arg_nodes': [0, 1],
             'heads': [[2, 0, 0], [2, 1, 0]],
             'attrs': {'shape': ['list_shape', [[4, 8], [1], [2, 8], [2, 8]]],
                       'storage_id': ['list_int', [0, 1, 2, 3]],
                       'dltype': ['list_str', ['float32', 'int32', 'bfloat16', 'bfloat16']]},
             'node_row_ptr': [0, 1, 2, 4],
             'metadata': {'signatures': {'default': {'inputs': {'x': {'must_alias': ['y']}}, 'outputs': {}}}}}""");
        model.json("hlo_stats.json", "{'HloMacCount': 4096}");
        model.json(
                KELF,
                "{'graphs': [{'definition': 'sg00/def.json', 'name': 'sg00'}], 'version': '0.5', 'target':"
                        + " 'cayman'}");
        model.json(DEF, """
            {'name': 'definition', 'version': '0.6',
             'var': {
               'y': {'type': 'output', 'var_id': 3, 'size': 32, 'ops': []},
               'SB': {'type': 'state-buffer', 'var_id': 0},
               'x': {'type': 'input', 'var_id': 1, 'size': 128, 'dtype': 'float32', 'shape': [4, 8]},
               'n': {'type': 'input', 'var_id': 2, 'size': 4},
               'w': {'type': 'file', 'var_id': 4, 'size': 16, 'alignment': 16, 'file_name': 'w.npy', 'fabric_path': 'main'},
               'raw': {'type': 'file', 'var_id': 5, 'size': 8, 'file_name': 'raw.bin', 'prefix': 'p', 'pipe': 7},
               'tmp': {'type': 'tmp-buf', 'var_id': 6, 'size': 64},
               'v': {'type': 'virtual', 'var_id': 7, 'size': 256, 'backing_variable_off': 4096},
               'vs': {'type': 'virtual', 'var_id': 8, 'size': 512, 'backing_variable_off': 0, 'backing_buf': 'shared'},
               'p': {'type': 'pointer', 'var_id': 9, 'size': 8, 'referenced_var_id': 1},
               'l': {'type': 'list', 'var_id': 10, 'list': [4, 5]},
               'DGETable0': {'type': 'dge-table', 'var_id': 11, 'list': [1, 2, 3]}},
             'dma_queue': {
               'qPoolIO0': {'type': 'in', 'owner': 'pool', 'num_queues': 2, 'semaphore_set': [24, 25]},
               'qActSpill0': {'type': 'data', 'owner': 'act', 'semaphore': 9, 'queue_instances': ['i0', 'i1']},
               'qPoolDynamic': {'type': 'dynamic', 'owner': 'pool', 'num_queues': 2, 'semaphore_set': [8, 10],
                  'dynamic_dma': {'SB_scratch_partition_offset': 0, 'SB_scratch_partition_size': 16384}}},
             'replica_groups': [[[0, 1], [2, 3]], []],
             'src_target_pairs': [[[0, 1], [1, 0]]],
             'runtime_statebuffer_reservation': [
               {'base_partition': 0, 'offset': 229368, 'partitions': 128, 'size': 8, 'type': 'evtaccel'}],
             'cc_streams': {'num_streams': 2},
             'fp8_conversion_config': {'emax_fp8_e4m3': 8, 'emax_fp8_e5m2': 15, 'fp8_range_extension': true,
               'fp8_sis': false, 'fp8_sns': true, 'ocp_sat': true},
             'neff_features': ['neff_feature_vnc'], 'runtime_event_count': 12, 'runtime_semaphore_count': 3,
             'pe': 'PE.json', 'act': 'Activation.json', 'pool': 'Pool.json', 'dve': 'DVE.json', 'sp': 'SP.json'}""");
        model.json("sg00/PE.json", "{'dma': [], 'instr': 'PE.bin', 'name': 'PE.json'}");
        model.json("sg00/SP.json", "{'instr': 'SP.bin'}");
        model.json(ACT, """
            {'dma': [], 'instr': 'Activation.bin', 'act_info': 'act_info.json', 'act_semaphore': 12,
             'activation_function_sets': ['exp_set']}""");
        model.json(SET, """
            {'bkt_bin': 'exp_bkt.bin', 'ctl_bin': 'exp_ctl.bin', 'bkt_entry_cnt': 2, 'ctl_entry_cnt': 1,
             'profile_meta_data': [{'func_name': 'exp', 'func_id': 7, 'exp_offset': -19, 'fnan_result': 2143289344,
                'fninf_result': 4286578688, 'use_multipass': false}]}""");
        model.json(DVE, """
            {'dma': [], 'instr': 'DVE.bin', 'dve_tables': [{'opcode_table': 'op.bin', 'control_fast_table': 'fast.bin',
              'control_slow_table': 'slow.bin', 'datapath_table': 'data.bin'}]}""");
        model.json(POOL, """
            {'instr': 'Pool.bin', 'dma': [
              {'#comment': 'load x', 'id': 0, 'queue': 'qPoolIO0', 'semaphore': 24, 'desc': [
                {'op': 'copy', 'from': 'x', 'from_off': 0, 'from_sizes': [32, 4], 'from_steps': [1, 32],
                 'from_dtype': 'float32', 'to': 'SB', 'to_off': 0, 'to_sizes': [32, 4], 'to_steps': [1, 262144],
                 'to_dtype': 'float32', 'num_tiling_dimensions': 1}]},
              {'id': 1, 'instance_name': 'i0', 'queue': 'qActSpill0', 'function_start': 'f', 'section_start_desc': true,
               'event': 3, 'remote_semaphores': [5], 'priority_class': 2, 'desc': [
                {'op': 'fma', 'scale_dtype': 'float32', 'from_arr': [
                   {'from': 'x', 'from_off': 0, 'from_sizes': [4], 'from_steps': [1], 'from_dtype': 'float32', 'scale': 0.5},
                   {'from': 'tmp', 'from_off': 4, 'from_sizes': [4], 'from_steps': [1], 'from_dtype': 'float32'}],
                 'to': 'tmp', 'to_off': 0, 'to_sizes': [4], 'to_steps': [1], 'to_dtype': 'float32'},
                {'transpose_op': 'WZXY', 'transpose_shape': [1, 1, 4, 4], 'transpose_element_size': 2,
                 'num_tiling_dimensions': 2,
                 'from': 'v', 'from_off': 0, 'from_sizes': [8, 4], 'from_steps': [1, -8],
                 'to': 'vs', 'to_off': 0, 'to_sizes': [8, 4], 'to_steps': [1, 8]},
                {'op': 'min', 'constant': -2.5, 'constant_dtype': 'float32', 'from_arr': [
                   {'from': 'x', 'from_off': 0, 'from_sizes': [4], 'from_steps': [1], 'from_dtype': 'float32'}],
                 'to': 'y', 'to_off': 0, 'to_sizes': [4], 'to_steps': [1], 'to_dtype': 'float32'}]}]}""");
        for (String program : List.of("PE", "Activation", "Pool", "DVE", "SP")) {
            model.bytes("sg00/" + program + ".bin", new byte[128]);
        }
        model.bytes("sg00/exp_bkt.bin", new byte[64]).bytes("sg00/exp_ctl.bin", new byte[32]);
        for (String table : List.of("op", "fast", "slow", "data")) {
            model.bytes("sg00/" + table + ".bin", new byte[32]);
        }
        return model.bytes("sg00/w.npy", npy(16)).bytes("sg00/raw.bin", new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    }

    /** A version-1 file with a header of 118 bytes before the data. */
    static byte[] npy(int dataBytes) {
        byte[] file = new byte[128 + dataBytes];
        System.arraycopy("\u0093NUMPY\1\0v\0{".getBytes(ISO_8859_1), 0, file, 0, 11);
        file[128] = 42;
        return file;
    }

    SmallModel set(String member, String pointer, String value) {
        return edit(member, root -> put(root, JsonPointer.compile(pointer), read(value)));
    }

    SmallModel remove(String member, String pointer) {
        return edit(member, root -> remove(root, JsonPointer.compile(pointer)));
    }

    SmallModel json(String member, String json) {
        return bytes(member, read(json).toString().getBytes(UTF_8));
    }

    SmallModel text(String member, String text) {
        return bytes(member, text.getBytes(UTF_8));
    }

    SmallModel bytes(String member, byte[] content) {
        members.put(member, content);
        return this;
    }

    SmallModel drop(String member) {
        members.remove(member);
        return this;
    }

    SmallModel rename(String member, String other) {
        members.put(other, members.remove(member));
        return this;
    }

    SmallModel on(Arch instance) {
        ManifestOptions base = options;
        options = ManifestOptions.forArch(instance)
                .withModelName(base.modelName())
                .withMaxJsonMemory(base.maxJsonMemory());
        return this;
    }

    SmallModel options(UnaryOperator<ManifestOptions> change) {
        options = change.apply(options);
        return this;
    }

    /** Turns the order of the keys of the outermost object round. */
    SmallModel reverseKeys(String member) {
        ObjectNode reversed = JSON.createObjectNode();
        List<Map.Entry<String, JsonNode>> fields =
                new ArrayList<>(read(content(member)).properties());
        Collections.reverse(fields);
        fields.forEach(field -> reversed.set(field.getKey(), field.getValue()));
        return bytes(member, reversed.toString().getBytes(UTF_8));
    }

    String content(String member) {
        return new String(members.get(member), UTF_8);
    }

    Map<String, byte[]> members() {
        return members;
    }

    /** Parses, and hands the manifest over while its members are open. */
    List<LogRecord> load(Consumer<Manifest> check) {
        Nlog nlog = Nlog.silent();
        try (MemberTable table = MemberTables.of(members)) {
            check.accept(ManifestParser.parse(table, options, nlog));
        }
        return nlog.records();
    }

    List<LogRecord> load() {
        return load(manifest -> {});
    }

    /** The failure of a parse, or empty if there is none. */
    Optional<LoadException> failure() {
        try {
            load();
            return Optional.empty();
        } catch (LoadException e) {
            return Optional.of(e);
        }
    }

    private SmallModel edit(String member, Consumer<JsonNode> change) {
        JsonNode root = read(content(member));
        change.accept(root);
        return bytes(member, root.toString().getBytes(UTF_8));
    }

    private static void put(JsonNode root, JsonPointer pointer, JsonNode value) {
        JsonNode parent = root.at(pointer.head());
        if (parent instanceof ObjectNode object) {
            object.set(pointer.last().getMatchingProperty(), value);
        } else if (pointer.last().getMatchingIndex() < parent.size()) {
            ((ArrayNode) parent).set(pointer.last().getMatchingIndex(), value);
        } else {
            ((ArrayNode) parent).add(value);
        }
    }

    private static void remove(JsonNode root, JsonPointer pointer) {
        JsonNode parent = root.at(pointer.head());
        JsonNode removed = parent instanceof ObjectNode object
                ? object.remove(pointer.last().getMatchingProperty())
                : ((ArrayNode) parent).remove(pointer.last().getMatchingIndex());
        if (removed == null) {
            throw new IllegalArgumentException("nothing at " + pointer);
        }
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
