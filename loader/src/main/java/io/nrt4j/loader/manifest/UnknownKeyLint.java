package io.nrt4j.loader.manifest;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.json.JsonElement;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Keys that neither the runtime reads nor a known compiler writes; each is reported once per member. Keys that begin with
 * {@code #} are comments. Source: manifest.md §2 to §7, corpus/dialects.md §4 to §6.
 */
final class UnknownKeyLint {
    private static final Set<String> NEFF = Set.of("nodes", "arg_nodes", "heads", "attrs", "node_row_ptr", "metadata");
    private static final Set<String> KELF = Set.of("version", "target", "graphs");
    private static final Set<String> KELF_GRAPH = Set.of("name", "definition");
    private static final Set<String> DEFINITION = Set.of(
            "name",
            "version",
            "git_version",
            "var",
            "dma_queue",
            "dma",
            "dma_dbg",
            "debug_info",
            "replica_groups",
            "src_target_pairs",
            "ucode_lib",
            "runtime_statebuffer_reservation",
            "runtime_event_count",
            "runtime_semaphore_count",
            "cc_streams",
            "num_streams",
            "fp8_conversion_config",
            "neff_features");
    private static final Set<String> ENGINE_SUFFIXES = Set.of("", "_instr", "_dbg", "_asm_dbg");
    private static final Set<String> VARIABLE = Set.of(
            "type",
            "var_id",
            "alignment",
            "dtype",
            "shape",
            "size",
            "ops",
            "prefix",
            "pipe",
            "fabric_path",
            "backing_variable_off",
            "backing_buf",
            "file_name",
            "referenced_var_id",
            "list",
            "remote_vtpb_rel_sg_id",
            "remote_var_id",
            "element_size",
            "internal_shape");
    private static final Set<String> QUEUE = Set.of(
            "owner",
            "type",
            "num_queues",
            "semaphore",
            "semaphore_set",
            "queue_instances",
            "pinned",
            "fabric_path",
            "dge",
            "dynamic_dma",
            "indirect_memcpy",
            "embedding_update_sync_semaphore",
            "axi_port");
    private static final Set<String> ENGINE = Set.of(
            "name",
            "instr",
            "dma",
            "act_info",
            "act_semaphore",
            "activation_function_sets",
            "activation_functions",
            "dve_tables");
    private static final Set<String> BLOCK = Set.of(
            "id",
            "queue",
            "instance_name",
            "desc",
            "function_start",
            "section_start_desc",
            "event",
            "semaphore",
            "remote_semaphores",
            "priority_class",
            "comment");
    private static final Set<String> DESCRIPTOR = Set.of(
            "op",
            "to",
            "to_off",
            "to_sizes",
            "to_steps",
            "to_dtype",
            "from",
            "from_off",
            "from_sizes",
            "from_steps",
            "from_dtype",
            "from_arr",
            "num_tiling_dimensions",
            "scale",
            "scale_dtype",
            "constant",
            "constant_dtype",
            "transpose_op",
            "transpose_shape",
            "transpose_element_size");

    private final LintContext context;
    private final Set<String> reported = new HashSet<>();

    private UnknownKeyLint(LintContext context) {
        this.context = context;
    }

    static void check(LintContext context) {
        UnknownKeyLint lint = new UnknownKeyLint(context);
        lint.object(context.document(ManifestParser.NEFF_JSON), NEFF, ManifestParser.NEFF_JSON);
        context.inspection().kelf().ifPresent(lint::kelf);
        context.inspection().definitions().forEach(lint::definition);
    }

    private void kelf(Kelf kelf) {
        Optional<JsonElement> root = context.document(kelf.member());
        object(root, KELF, kelf.member());
        elements(root, "graphs", graph -> object(Optional.of(graph), KELF_GRAPH, kelf.member()));
    }

    private void definition(Definition definition) {
        String path = definition.path();
        Optional<JsonElement> root = context.document(path);
        object(root, withEngines(), path);
        fields(root, "var", variable -> object(Optional.of(variable), VARIABLE, path));
        fields(root, "dma_queue", queue -> object(Optional.of(queue), QUEUE, path));
        blocks(root, path);
        for (EngineProgram program : definition.engines().values()) {
            if (!program.isPlaceholder()) {
                Optional<JsonElement> engine = context.document(program.jsonMember());
                object(engine, ENGINE, program.jsonMember());
                blocks(engine, program.jsonMember());
            }
        }
    }

    private static Set<String> withEngines() {
        Set<String> known = new HashSet<>(DEFINITION);
        for (EngineType engine : EngineType.values()) {
            ENGINE_SUFFIXES.forEach(suffix -> known.add(engine.key() + suffix));
        }
        return known;
    }

    private void blocks(Optional<JsonElement> holder, String path) {
        elements(holder, "dma", block -> {
            object(Optional.of(block), BLOCK, path);
            elements(Optional.of(block), "desc", descriptor -> {
                object(Optional.of(descriptor), DESCRIPTOR, path);
                elements(Optional.of(descriptor), "from_arr", e -> object(Optional.of(e), DESCRIPTOR, path));
            });
        });
    }

    private void object(Optional<JsonElement> object, Set<String> known, String path) {
        if (object.isEmpty()) {
            return;
        }
        for (JsonElement.Field field : object.get().fields()) {
            String key = field.key();
            if (!known.contains(key) && !key.startsWith("#") && reported.add(path + "\0" + key)) {
                context.find(LintRule.UNKNOWN_KEY, path, key);
            }
        }
    }

    private static void elements(Optional<JsonElement> holder, String key, Consumer<JsonElement> action) {
        holder.flatMap(h -> h.get(key)).ifPresent(array -> array.elements().forEach(action));
    }

    private static void fields(Optional<JsonElement> holder, String key, Consumer<JsonElement> action) {
        holder.flatMap(h -> h.get(key)).ifPresent(o -> o.fields().forEach(field -> action.accept(field.value())));
    }
}
