package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.profile.ImageProfile;

/**
 * The layout of {@code device_exec_request_t}, which the images read; all fields are 32-bit words, offsets in bytes.
 *
 * <p>Source: image-assembly.md §4.2, §9.2.
 */
public final class ExecutionRequest {
    /** 52 bytes: low words of the five image addresses, high words, two flags. */
    private static final ExecutionRequest P230 = new ExecutionRequest(52, 0x04, 0x18, 4);
    /** 44 bytes: an address of two words per engine. */
    private static final ExecutionRequest P227 = new ExecutionRequest(44, 0x04, 0x08, 8);

    private static final int DO_MODEL_SWITCH = 0x00;
    private static final int RELOAD = 0x2C;
    private static final int LOAD_TABLES = 0x30;

    private final int bytes;
    private final int low;
    private final int high;
    private final int stride;

    private ExecutionRequest(int bytes, int low, int high, int stride) {
        this.bytes = bytes;
        this.low = low;
        this.high = high;
        this.stride = stride;
    }

    /** The layout of an image profile. P223 has no request in memory; P225 has that of P227. */
    public static ExecutionRequest of(ImageProfile profile) {
        return profile == ImageProfile.P230 ? P230 : P227;
    }

    /** Size of the request. */
    public int bytes() {
        return bytes;
    }

    /** Offset of the flag that asks for a model switch; 0 stays. */
    public int doModelSwitch() {
        return DO_MODEL_SWITCH;
    }

    /** Offset of the low word of an engine's image start. */
    public int imageLow(EngineType engine) {
        return low + stride * engine.code();
    }

    /** Offset of the high word of an engine's image start. */
    public int imageHigh(EngineType engine) {
        return high + stride * engine.code();
    }

    /** Whether the two flags exist. */
    public boolean hasFlags() {
        return bytes > LOAD_TABLES;
    }

    /** Offset of the flag that makes the sequencers take their configuration; P230 only. */
    public int reload() {
        return RELOAD;
    }

    /** Offset of the flag that makes ACT and DVE load their tables; P230 only. */
    public int loadTables() {
        return LOAD_TABLES;
    }
}
