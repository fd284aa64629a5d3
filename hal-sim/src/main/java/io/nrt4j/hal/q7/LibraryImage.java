package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * A prelinked library as it lies in device memory: header, code, data. Source: q7.md §5.3.
 *
 * @param header the 32 bytes at its start
 * @param code the code, {@link UcplHeader#codeLength} readable bytes
 * @param data the data, {@link UcplHeader#dataLength} readable bytes
 */
public record LibraryImage(UcplHeader header, ByteBuf code, ByteBuf data) {
    /** Size of the image, {@code prelinked_size}, in bytes. */
    public long size() {
        return header.imageSize();
    }

    /** The three writes that make the image, in order. The gap between code and data is not written. */
    public List<Write> writes() {
        ByteBuf head = Unpooled.buffer(UcplHeader.SIZE);
        header.encode(head);
        return List.of(new Write(0, head), new Write(header.codeOffset(), code), new Write(header.dataOffset(), data));
    }

    /**
     * One write.
     *
     * @param offset offset from the start of the image, bytes
     * @param bytes what is written there
     */
    public record Write(int offset, ByteBuf bytes) {}
}
