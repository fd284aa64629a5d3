package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.isa.Dtype;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The codecs of all element types that the engines compute with. Source: isa.md §4.3. */
public final class ElementCodecs {
    private final Map<Dtype, ElementCodec> codecs = new EnumMap<>(Dtype.class);

    /** Codecs whose 8-bit floats follow a configuration. */
    public ElementCodecs(Fp8Config fp8) {
        add(new FloatCodecs.Fp32());
        add(new FloatCodecs.Fp32r());
        add(new FloatCodecs.Fp16());
        add(new FloatCodecs.Bfloat16());
        add(new FloatCodecs.Fp8(Dtype.FP8_E3, Fp8Format.e3m4(fp8)));
        add(new FloatCodecs.Fp8(Dtype.FP8_E4, Fp8Format.e4m3(fp8)));
        add(new FloatCodecs.Fp8(Dtype.FP8_E5, Fp8Format.e5m2(fp8)));
        for (Dtype type : Dtype.values()) {
            if (type.isInteger() && type.bits() >= Byte.SIZE) {
                add(new IntegerCodec(type));
            }
        }
    }

    private void add(ElementCodec codec) {
        codecs.put(codec.type(), codec);
    }

    /** The codec of a type, or empty for a packed or block-scaled type, which no engine here computes with. */
    public Optional<ElementCodec> find(Dtype type) {
        return Optional.ofNullable(codecs.get(type));
    }
}
