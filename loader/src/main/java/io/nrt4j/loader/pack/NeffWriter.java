package io.nrt4j.loader.pack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.pack.gzip.GzipFraming;
import io.nrt4j.loader.pack.gzip.GzipWriter;
import io.nrt4j.loader.pack.tar.TarWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.UUID;

/**
 * {@code NeffFileWriter}: writes the NEFF that a {@link NeffPlan} describes.
 *
 * <p>Members are streamed, so memory use does not depend on their size. The header comes first in the file but is
 * known last: a file gets it at the end, at offset 0.
 */
public final class NeffWriter {
    private static final int BUFFER = 1 << 16;

    private final NeffPlan plan;

    public NeffWriter(NeffPlan plan) {
        this.plan = plan;
    }

    /**
     * Writes the file. It appears under its name only when it is complete; one that was there before is replaced. Where
     * the name is a link, the file behind it is.
     *
     * @return its header
     * @throws IOException when a member cannot be read or the file not be written
     */
    public NeffHeader write(Path file) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw new FileSystemException(file.toString(), null, "exists and is not a plain file");
        }
        // not createTempFile, whose files nobody else may read
        Path unfinished = target.resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            NeffHeader header;
            try (FileChannel channel =
                    FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                channel.position(NeffHeader.SIZE);
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
                header = payload(out);
                out.flush();
                channel.write(ByteBuffer.wrap(encode(header)), 0);
            }
            Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return header;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** The file's bytes, for NEFFs of moderate size. */
    public byte[] toByteArray() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[NeffHeader.SIZE]);
        NeffHeader header = payload(out);
        byte[] file = out.toByteArray();
        System.arraycopy(encode(header), 0, file, 0, NeffHeader.SIZE);
        return file;
    }

    /** Writes the payload to {@code out}, which stays open, and returns the header that belongs before it. */
    NeffHeader payload(OutputStream out) throws IOException {
        MessageDigest digest = plan.hash().newDigest();
        MeasuredOutput measured = new MeasuredOutput(out, digest);
        if (plan.format().gzip().isPresent()) {
            compressed(plan.format().gzip().get(), measured);
        } else {
            bare(measured);
        }
        return plan.header().build(measured.count(), plan.hash(), digest.digest());
    }

    private void compressed(GzipFraming framing, OutputStream out) throws IOException {
        // An index counts the payload it stands in: its width is fixed, so a first pass with any value measures.
        long size = framing.indexed() ? measure(framing) : 0;
        compressed(framing, size, out);
    }

    private long measure(GzipFraming framing) throws IOException {
        MeasuredOutput nowhere =
                new MeasuredOutput(OutputStream.nullOutputStream(), plan.hash().newDigest());
        compressed(framing, 0, nowhere);
        return nowhere.count();
    }

    private void compressed(GzipFraming framing, long payloadSize, OutputStream out) throws IOException {
        try (GzipWriter gzip = new GzipWriter(framing, payloadSize, out)) {
            tar(gzip);
            gzip.finish();
        }
    }

    private void bare(MeasuredOutput out) throws IOException {
        tar(out);
        int fill = plan.format().fillTo();
        out.write(new byte[(int) ((fill - out.count() % fill) % fill)]);
    }

    private void tar(OutputStream out) throws IOException {
        TarWriter tar = new TarWriter(plan.format().tar(), out);
        for (PackMember member : plan.members()) {
            try (InputStream content = member.content().open()) {
                tar.entry(member.entry(), member.header(plan.format().tar()), content);
            }
        }
        if (plan.format().tarEnd().isPresent()) {
            tar.finish(plan.format().tarEnd().get());
        } else {
            tar.finish();
        }
    }

    private static byte[] encode(NeffHeader header) {
        ByteBuf bytes = Unpooled.buffer(NeffHeader.SIZE, NeffHeader.SIZE);
        header.encode(bytes);
        return bytes.array();
    }
}
