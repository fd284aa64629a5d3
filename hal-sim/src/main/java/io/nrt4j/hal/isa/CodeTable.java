package io.nrt4j.hal.isa;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** From a byte to the enum constant it stands for, without allocation per look-up. */
final class CodeTable<E extends Enum<E> & WireCode> {
    private static final int CODES = 256;

    private final Optional<E>[] table;

    private CodeTable(Optional<E>[] table) {
        this.table = table;
    }

    static <E extends Enum<E> & WireCode> CodeTable<E> of(E[] constants) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Optional<E>[] table = new Optional[CODES];
        Arrays.fill(table, Optional.empty());
        for (E constant : constants) {
            if (table[constant.code()].isPresent()) {
                throw new IllegalArgumentException(List.of(table[constant.code()].get(), constant) + " share a code");
            }
            table[constant.code()] = Optional.of(constant);
        }
        return new CodeTable<>(table);
    }

    Optional<E> find(int code) {
        return (code & ~(CODES - 1)) == 0 ? table[code] : Optional.empty();
    }
}
