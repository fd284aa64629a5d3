package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sets of tensors by name. Source: nrt-api.md §4.4. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface TensorSetFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Makes an empty set. */
    @CFunction(statuses = NRT_INVALID, section = "4.4")
    default NrtStatus nrt_allocate_tensor_set(@Nullable Out<NrtTensorSet> set) {
        return library()
                .done("nrt_allocate_tensor_set", call -> Library.require(set).set(new NrtTensorSet(call.session())));
    }

    /** Frees the set, but not the tensors in it, and sets the caller's handle to null. */
    @CFunction(statuses = NRT_INVALID, section = "4.4")
    default NrtStatus nrt_destroy_tensor_set(@Nullable Out<NrtTensorSet> set) {
        return library().done("nrt_destroy_tensor_set", call -> {
            Out<NrtTensorSet> out = Library.require(set);
            TensorSets.own(call, out.value().orElse(null)).destroy();
            out.clear();
        });
    }

    /** Adds a tensor to a set, or replaces the one of that name; the set does not own it. */
    @CFunction(statuses = NRT_INVALID, section = "4.4")
    default NrtStatus nrt_add_tensor_to_tensor_set(
            @Nullable NrtTensorSet set, @Nullable String name, @Nullable NrtTensor tensor) {
        return library()
                .done(
                        "nrt_add_tensor_to_tensor_set",
                        call -> TensorSets.own(call, set).put(Library.require(name), Library.require(tensor)));
    }

    /** Stores the tensor of a name; NRT_FAILURE for a name that is not in the set. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_FAILURE},
            section = "4.4")
    default NrtStatus nrt_get_tensor_from_tensor_set(
            @Nullable NrtTensorSet set, @Nullable String name, @Nullable Out<NrtTensor> tensor) {
        return library().gated("nrt_get_tensor_from_tensor_set", call -> {
            Optional<NrtTensor> found = TensorSets.own(call, set).find(Library.require(name));
            found.ifPresent(Library.require(tensor)::set);
            return found.isPresent() ? NrtStatus.NRT_SUCCESS : NRT_FAILURE;
        });
    }
}
