package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of the ACT engine's JSON: its function sets and their semaphore. {@code act_info} names a catalogue that the
 * loader does not open; the set files say the same. Source: manifest.md §7.3.
 */
final class ActivationParser {
    private static final String FUNCTION = "parse_act_function_sets";
    private static final LogMessage TOO_MANY_PROFILES =
            LogMessage.error("NEFF", FUNCTION, "Activation function set %s has %lu functions, maximum is %u");

    private final String directory;
    private final ParseContext context;

    ActivationParser(String directory, ParseContext context) {
        this.directory = directory;
        this.context = context;
    }

    ActivationTables parse(JsonElement engine, String path) {
        ObjectKeys keys = new ObjectKeys(engine, path, FUNCTION, context);
        List<ActivationFunctionSet> sets = new ArrayList<>();
        for (String name : keys.optionalStrings("activation_function_sets")) {
            context.attempt(path, () -> sets.add(functionSet(name)));
        }
        return new ActivationTables(
                sets, keys.optionalU32("act_semaphore"), keys.optionalStrings("activation_functions"));
    }

    private ActivationFunctionSet functionSet(String name) {
        String path = MemberPath.in(directory, name + ".json");
        JsonElement root = context.json().load(path);
        ObjectKeys keys = new ObjectKeys(root, path, FUNCTION, context);
        var buckets = BinaryMembers.table(MemberPath.in(directory, keys.string("bkt_bin")), context);
        var controls = BinaryMembers.table(MemberPath.in(directory, keys.string("ctl_bin")), context);
        JsonElement metadata = keys.array("profile_meta_data");
        if (metadata.count() > ActivationFunctionSet.MAX_PROFILES) {
            throw context.refuse(TOO_MANY_PROFILES, name, metadata.count(), ActivationFunctionSet.MAX_PROFILES);
        }
        List<ActivationProfile> profiles = new ArrayList<>();
        for (JsonElement element : metadata.elements()) {
            profiles.add(new ProfileKeys(new ObjectKeys(element, path, FUNCTION, context)).profile());
        }
        return new ActivationFunctionSet(name, buckets, controls, profiles);
    }

    /** One element of {@code profile_meta_data}; keys that older files lack are 0. */
    private record ProfileKeys(ObjectKeys keys) {
        ActivationProfile profile() {
            return new ActivationProfile(
                    keys.optionalString("func_name").orElse(""),
                    i32("func_id"),
                    i32("symmetry_point"),
                    i32("sym_invert_sign_point"),
                    i32("symmetry_opt_en"),
                    i32("symmetry_opt_use_neg_region"),
                    i32("imm_bias"),
                    i32("exp_offset"),
                    i32("pwl_control_base_pos"),
                    i32("pwl_control_base_neg"),
                    i32("small_pos_signal_exp_threshold"),
                    i32("pos_small_signal_pwl_control"),
                    i32("small_neg_signal_exp_threshold"),
                    i32("neg_small_signal_pwl_control"),
                    i32("large_pos_signal_exp_threshold"),
                    i32("large_pos_signal_mantissa_threshold"),
                    i32("pos_large_signal_pwl_control"),
                    i32("large_neg_signal_exp_threshold"),
                    i32("large_neg_signal_mantissa_threshold"),
                    i32("neg_large_signal_pwl_control"),
                    i32("fnan_result"),
                    i32("fpinf_result"),
                    i32("fninf_result"),
                    i32("fzero_result"),
                    i32("fma_const_0"),
                    i32("fma_const_1"),
                    i32("fma_indirection_src_sel"),
                    keys.optionalBool("use_multipass"),
                    i32("lower_bound"),
                    i32("upper_bound"));
        }

        /** 32 bits, with or without sign. */
        private int i32(String key) {
            var element = keys.find(key);
            if (element.isEmpty()) {
                return 0;
            }
            long value = element.get().signed().orElseThrow(() -> keys.wrongType(key));
            if (value < Integer.MIN_VALUE || value > 0xFFFF_FFFFL) {
                throw keys.wrongType(key);
            }
            return (int) value;
        }
    }
}
