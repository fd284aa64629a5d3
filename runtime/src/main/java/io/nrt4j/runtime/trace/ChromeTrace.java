package io.nrt4j.runtime.trace;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.ReadySlot;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.engine.sequencer.SyncObject;
import io.nrt4j.hal.isa.Disassembler.Line;
import io.nrt4j.hal.isa.WaitMode;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a run as a trace that Chrome's tracing page and Perfetto show: a process per core, in it a track per engine and
 * per DMA ring, and a counter per semaphore and event.
 *
 * <p>The emulator knows no cycles. An instruction and a packet of a transfer last one unit, which the viewer shows as a
 * microsecond; each begins when its actor is free and what it waited for has happened. So the trace shows what the
 * program lets run side by side, not how long the chip takes. Everything is written at once; what is kept is a number per
 * actor, semaphore and event.
 *
 * <p>Source: the format is Google's "Trace Event Format", JSON object form.
 */
public final class ChromeTrace implements ExecutionMonitor, Closeable {
    private static final int UNIT = 1;
    private static final List<EngineType> ENGINES = List.of(EngineType.values());

    private final JsonGenerator json;
    private final MachineNames names;
    private final IdentityHashMap<Actor, Track> tracks = new IdentityHashMap<>();
    private final Set<Integer> processes = new HashSet<>();
    private final Map<SyncObject, Long> changes = new HashMap<>();

    /** Where an actor's events go, and when it is free. */
    private static final class Track {
        private final int process;
        private final int thread;
        private long free;
        private String doing = "";

        Track(int process, int thread) {
            this.process = process;
            this.thread = thread;
        }
    }

    /** Writes one piece of the document. */
    @FunctionalInterface
    private interface Part {
        void write() throws IOException;
    }

    /**
     * Begins the document.
     *
     * @param out closed with the trace
     */
    public ChromeTrace(OutputStream out, MachineNames names) throws IOException {
        this.json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
        this.names = names;
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeArrayFieldStart("traceEvents");
    }

    @Override
    public void waited(Actor actor, SyncObject object, WaitMode mode, long threshold) {
        Track track = track(actor);
        track.free = Math.max(track.free, changes.getOrDefault(object, 0L));
    }

    @Override
    public void completed(Sequencer sequencer, ReadySlot slot) {
        Track track = track(sequencer);
        Line line = slot.disassemble();
        complete(track, line.mnemonic(), "instruction", () -> {
            json.writeStringField("operands", line.operands());
            json.writeStringField("pc", "0x" + Long.toHexString(sequencer.programCounter()));
        });
    }

    @Override
    public void transferring(Actor actor, String what) {
        track(actor).doing = what;
    }

    @Override
    public void transferred(Actor actor, long bytes) {
        Track track = track(actor);
        complete(track, track.doing, "transfer", () -> json.writeNumberField("bytes", bytes));
    }

    @Override
    public void handed(Actor by, Actor to, int stream, long end) {
        Track receiver = track(to);
        receiver.free = Math.max(receiver.free, track(by).free + UNIT);
    }

    @Override
    public void updated(Actor actor, SyncObject object, long before, long after) {
        long time = Math.max(track(actor).free, changes.getOrDefault(object, 0L));
        changes.put(object, time);
        event(object + "", "C", object.core(), time, () -> arguments(() -> json.writeNumberField("value", after)));
    }

    @Override
    public void notified(Sequencer sequencer, Notification notification) {
        Track track = track(sequencer);
        event("notification", "i", track.process, track.free, () -> {
            json.writeNumberField("tid", track.thread);
            json.writeStringField("s", "t");
            arguments(() -> {
                json.writeStringField("subject", notification.subject().name());
                json.writeNumberField("code", notification.code());
            });
        });
    }

    private void complete(Track track, String name, String category, Part arguments) {
        long start = track.free;
        track.free = start + UNIT;
        event(name, "X", track.process, start, () -> {
            json.writeStringField("cat", category);
            json.writeNumberField("dur", UNIT);
            json.writeNumberField("tid", track.thread);
            arguments(arguments);
        });
    }

    private Track track(Actor actor) {
        Track known = tracks.get(actor);
        if (known != null) {
            return known;
        }
        Track track = new Track(actor.core(), thread(actor));
        tracks.put(actor, track);
        if (processes.add(track.process)) {
            metadata("process_name", track, () -> json.writeStringField("name", names.core(track.process)));
            metadata("process_sort_index", track, () -> json.writeNumberField("sort_index", track.process));
        }
        metadata("thread_name", track, () -> json.writeStringField("name", names.actor(actor)));
        metadata("thread_sort_index", track, () -> json.writeNumberField("sort_index", track.thread));
        return track;
    }

    /** Engines come first, in their order. */
    private int thread(Actor actor) {
        return actor instanceof Sequencer sequencer
                ? 1 + ENGINES.indexOf(sequencer.engine())
                : 1 + ENGINES.size() + tracks.size();
    }

    private void metadata(String name, Track track, Part arguments) {
        event(name, "M", track.process, 0, () -> {
            json.writeNumberField("tid", track.thread);
            arguments(arguments);
        });
    }

    private void event(String name, String phase, int process, long time, Part rest) {
        try {
            json.writeStartObject();
            json.writeStringField("name", name);
            json.writeStringField("ph", phase);
            json.writeNumberField("pid", process);
            json.writeNumberField("ts", time);
            rest.write();
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void arguments(Part part) throws IOException {
        json.writeObjectFieldStart("args");
        part.write();
        json.writeEndObject();
    }

    /** Ends the document, also that of a run which was broken off. */
    @Override
    public void close() throws IOException {
        json.close();
    }
}
