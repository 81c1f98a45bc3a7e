package dev.perch.traces;

import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * A file (or, for CTF, a directory) that holds a recording. Its format is found by its content, also when it is
 * packed by gzip, xz, bzip2 or zstd. It can be read as often as needed, each time as a stream.
 */
public final class Recording implements AutoCloseable {
    private final Source source;
    private final TraceReader reader;
    private final Names names = new Names();

    private Recording(final Source source, final TraceReader reader) {
        this.source = source;
        this.reader = reader;
    }

    /** Opens a recording of a format that Perch itself reads; fails as {@link #open(Path, List)}. */
    public static Recording open(final Path path) throws IOException {
        return open(path, readers(Recording.class.getClassLoader()));
    }

    /**
     * Opens a recording.
     *
     * @param readers who may read it, in the order in which they are asked
     * @throws IllegalArgumentException if the file is missing, empty, or of no known format
     */
    public static Recording open(final Path path, final List<TraceReader> readers) throws IOException {
        final Optional<String> unread;
        try {
            final Source source = Source.open(path);
            for (final TraceReader reader : readers) {
                if (reader.reads(source)) {
                    return new Recording(source, reader);
                }
            }
            unread = Unread.name(source);
            source.close();
        } catch (final IllegalArgumentException e) {
            throw at(path, e);
        }
        throw new IllegalArgumentException(path + ": " + unread.map(what -> "Perch does not read " + what)
                .orElseGet(() -> "not a recording Perch can read (it reads "
                        + readers.stream().map(TraceReader::format).collect(Collectors.joining(", ")) + ")"));
    }

    private static IllegalArgumentException at(final Path path, final IllegalArgumentException e) {
        return new IllegalArgumentException(path + ": " + e.getMessage(), e);
    }

    /** Every reader that {@code loader} finds as a service, ours first. */
    public static List<TraceReader> readers(final ClassLoader loader) {
        return ServiceLoader.load(TraceReader.class, loader).stream().map(ServiceLoader.Provider::get).toList();
    }

    /** The file. */
    public Path path() {
        return source.path();
    }

    /** The reader that reads it. */
    public TraceReader reader() {
        return reader;
    }

    /** The names its events carry, filled while it is read. */
    public Names names() {
        return names;
    }

    /**
     * How many CPUs the recorded machine has at least: as many as its header tells or an event names. Where the header
     * does not tell, all is read for that.
     */
    public int cpuCount() throws IOException {
        source.progress(Progress.NONE);
        try {
            return new CpuCount(reader, names).of(source);
        } catch (final IllegalArgumentException e) {
            throw at(path(), e);
        }
    }

    /** Reads it from the first event to the last; fails as {@link #read(EventSink, Progress)}. */
    public Summary read(final EventSink sink) throws IOException {
        return read(sink, Progress.NONE);
    }

    /**
     * Reads it from the first event to the last. The sink is called in this thread, while another one reads ahead and
     * tells {@code progress} how far it has come.
     *
     * @throws IllegalArgumentException if it cannot be read, or holds no event
     */
    public Summary read(final EventSink sink, final Progress progress) throws IOException {
        final var ahead = new ReadAhead();
        final var intake = new Intake(reader.format(), names, ahead);
        source.progress(progress);
        try {
            return checked(ahead.run(() -> {
                reader.read(source, intake);
                return intake.finish();
            }, sink));
        } catch (final IllegalArgumentException e) {
            throw at(path(), e);
        }
    }

    /** The same, of a file that holds anything. */
    private static Summary checked(final Summary summary) {
        if (summary.events() > 0) {
            return summary;
        }
        final String why = summary.cut().map(place -> ": the file ends at " + place)
                .orElseGet(() -> summary.warnings().isEmpty() ? "" : ": " + summary.warnings().getFirst());
        throw new IllegalArgumentException(
                "holds no event that could be read" + why + "; perch analyze --how tells how to record");
    }

    /**
     * Reads it from the first event to the last, without the events that name a CPU which {@code machine} lacks: those
     * are counted as a {@linkplain Summary#warnings warning}.
     *
     * @throws IllegalArgumentException if so many of them do that it is a recording of another machine
     */
    public Summary readOn(final Topology machine, final EventSink sink, final Progress progress) throws IOException {
        final var known = new KnownCpus(machine, sink);
        final Summary summary = read(known, progress);
        try {
            return known.checked(summary);
        } catch (final IllegalArgumentException e) {
            throw at(path(), e);
        }
    }

    /** Deletes what was unpacked beside it. */
    @Override
    public void close() throws IOException {
        source.close();
    }
}
