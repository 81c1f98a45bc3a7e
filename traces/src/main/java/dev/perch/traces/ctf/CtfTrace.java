package dev.perch.traces.ctf;

import dev.perch.traces.Intake;
import dev.perch.traces.Source;
import dev.perch.traces.TraceReader;
import dev.perch.traces.raw.Earliest;
import dev.perch.traces.raw.Runners;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory, or a tar archive of one, that holds a CTF 1.8 trace: the file metadata, and a file for each CPU. */
public final class CtfTrace implements TraceReader {
    private static final String METADATA = "metadata";
    private static final int DEEPEST = 6;

    /** The reader. */
    public CtfTrace() {}

    @Override
    public String format() {
        return "CTF";
    }

    @Override
    public String description() {
        return "LTTng's kernel traces and perf data convert --to-ctf: a directory with a file metadata, or a tar of it";
    }

    @Override
    public boolean reads(final Source source) {
        try {
            return find(source).isPresent();
        } catch (final IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** The directory with the metadata: the one given, or the first below it, the kernel's before others. */
    private static Optional<Path> find(final Source source) throws IOException {
        final Optional<Path> directory = source.directory();
        if (directory.isEmpty()) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(directory.get(), DEEPEST)) {
            final List<Path> found = files.filter(file -> file.endsWith(METADATA) && Files.isRegularFile(file))
                    .map(Path::getParent).sorted().toList();
            return found.stream().filter(path -> path.toString().contains("kernel")).findFirst()
                    .or(() -> found.stream().findFirst());
        }
    }

    @Override
    public void read(final Source source, final Intake intake) throws IOException {
        final Path directory = find(source).orElseThrow();
        source.archiveCut().ifPresent(intake::cut);
        final Metadata metadata = MetadataParser.parse(MetadataFile.read(directory.resolve(METADATA)));
        if (metadata.streams.isEmpty()) {
            throw new IllegalArgumentException(METADATA + " describes no stream of events: record again");
        }
        final String release = metadata.environment.getOrDefault("kernel_release", metadata.environment.get("release"));
        if (release != null) {
            intake.kernel(release);
        }
        if (!metadata.clock.isEmpty()) {
            intake.clock(metadata.clock, true);
        }
        final List<CtfStream> streams = new ArrayList<>();
        try {
            open(directory, metadata, intake, streams);
            merge(streams, new AbsentStreams(directory, metadata, intake), intake);
        } finally {
            for (final CtfStream stream : streams) {
                stream.close();
            }
        }
    }

    private static void open(final Path directory, final Metadata metadata, final Intake intake,
            final List<CtfStream> streams) throws IOException {
        final var events = new CtfEvents(metadata);
        final var runners = new Runners(intake.names());
        final List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(Files::isRegularFile).filter(file -> !file.endsWith(METADATA)).sorted().toList();
        }
        for (final Path file : files) {
            streams.add(new CtfStream(file, metadata, events, runners, intake));
        }
    }

    private static void merge(final List<CtfStream> streams, final AbsentStreams absent, final Intake intake)
            throws IOException {
        final var merged = new Earliest<CtfStream>();
        for (final CtfStream stream : streams) {
            if (stream.next()) {
                merged.add(stream);
            }
            absent.remove(stream);
        }
        if (!merged.isEmpty()) {
            absent.tell(merged.first().nanos());
        }
        while (!merged.isEmpty()) {
            final CtfStream first = merged.first();
            final long lost = first.takeLost();
            if (lost > 0) {
                intake.lost(first.cpu(), lost);
            }
            intake.addInOrder(first.event());
            final int cpu = first.cpu();
            final long nanos = first.nanos();
            if (first.next()) {
                merged.firstChanged();
                continue;
            }
            if (first.endsEarly()) {
                intake.ends(cpu, nanos);
            }
            merged.removeFirst();
        }
    }
}
