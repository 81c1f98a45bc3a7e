package dev.perch.traces;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A recording read whole, for tests to look at; {@code ends} are the ends of CPUs of which the file lacks the rest. */
public record Recorded(List<Event> events, List<Event> ends, Summary summary, Names names) {
    /** Reads the file. */
    public static Recorded of(final Path path) {
        try (Recording recording = Recording.open(path)) {
            final var events = new ArrayList<Event>();
            final var ends = new ArrayList<Event>();
            final Summary summary = recording.read(event -> {
                final var kept = new Event();
                kept.copy(event);
                (event.kind == EventKind.CUT ? ends : events).add(kept);
            });
            return new Recorded(events, ends, summary, recording.names());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one of the samples beside the tests. */
    public static Recorded ofSample(final String name) {
        return of(sample(name));
    }

    /** The bytes of one of the samples beside the tests. */
    public static byte[] sample(final String name) {
        try (InputStream in = Recorded.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file of these bytes. */
    public static Recorded of(final byte[] bytes) {
        try {
            final Path path = Files.createTempFile("perch-test", ".trace");
            try {
                Files.write(path, bytes);
                return of(path);
            } finally {
                Files.delete(path);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file of this text. */
    public static Recorded of(final String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The only event. */
    public Event only() {
        if (events.size() != 1) {
            throw new AssertionError(events.size() + " events, not 1; warnings: " + summary.warnings());
        }
        return events.get(0);
    }

    /** The event's emitting task's name. */
    public String comm(final Event event) {
        return names.text(event.comm);
    }

    /** The name of the task the event is about. */
    public String taskComm(final Event event) {
        return names.text(event.taskComm);
    }

    /** The name of the task switched out. */
    public String prevComm(final Event event) {
        return names.text(event.prevComm);
    }
}
