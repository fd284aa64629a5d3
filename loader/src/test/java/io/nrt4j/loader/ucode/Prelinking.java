package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.q7.LibraryImage;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.List;

/** Prelinks libraries in tests and keeps the lines that are printed. */
final class Prelinking {
    private final Nlog nlog = Nlog.silent();

    PrelinkResult prelink(byte[] file, MemoryBounds bounds) {
        return new Prelinker(bounds).prelink(Unpooled.wrappedBuffer(file), nlog);
    }

    PrelinkedLibrary linked(byte[] file, MemoryBounds bounds) {
        PrelinkResult result = prelink(file, bounds);
        assertThat(result).isInstanceOf(PrelinkResult.Linked.class);
        return ((PrelinkResult.Linked) result).library();
    }

    void assertAccepted(byte[] file) {
        assertThat(prelink(file, MemoryBounds.CAYMAN).status()).isEqualTo(XtlibStatus.NO_ERR);
    }

    void assertRefused(byte[] file, int status, String... lines) {
        int before = messages().size();
        assertThat(prelink(file, MemoryBounds.CAYMAN).status().code()).isEqualTo(status);
        assertThat(messages().subList(before, messages().size())).containsExactly(lines);
    }

    List<String> messages() {
        return nlog.records().stream().map(LogRecord::message).toList();
    }

    /** Header, code and data without the gap between them. */
    static ByteBuf image(PrelinkedLibrary library) {
        return Unpooled.wrappedBuffer(
                library.image().writes().stream().map(LibraryImage.Write::bytes).toArray(ByteBuf[]::new));
    }

    static String hex(ByteBuf bytes, int at, int length) {
        return ByteBufUtil.hexDump(bytes, at, length);
    }
}
