package dev.perch.traces.ctf;

import dev.perch.topology.CpuSet;
import dev.perch.traces.Intake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files that a trace lacks, as far as what is there tells: LTTng keeps an index of each file of events, the
 * metadata describes the kinds of streams, and of the CPUs up to the greatest that packets name each has a file, unless
 * it was offline. Nothing is known of a CPU whose file is missing.
 */
final class AbsentStreams {
    private static final String INDICES = "index";
    private static final String INDEX = ".idx";

    private final Metadata metadata;
    private final Intake intake;
    private final Set<String> indexed = new TreeSet<>();
    private final Set<Metadata.Stream> kinds = new HashSet<>();
    private final Set<Integer> cpus = new TreeSet<>();
    private boolean someEmpty;

    AbsentStreams(final Path directory, final Metadata metadata, final Intake intake) throws IOException {
        this.metadata = metadata;
        this.intake = intake;
        final Path indices = directory.resolve(INDICES);
        if (Files.isDirectory(indices)) {
            try (Stream<Path> files = Files.list(indices)) {
                files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(INDEX))
                        .forEach(name -> indexed.add(name.substring(0, name.length() - INDEX.length())));
            }
        }
    }

    /** {@code stream} is there, and its first packet has been read, if it has one. */
    void remove(final CtfStream stream) {
        indexed.remove(stream.name());
        if (stream.kind() == null) {
            someEmpty = true;
        } else {
            kinds.add(stream.kind());
            cpus.add(stream.packetCpu());
        }
    }

    /** Tells of the files that are missing from a trace which begins at {@code nanos}. */
    void tell(final long nanos) {
        for (final String name : indexed) {
            intake.warn("a file of events is missing of which there is an index", name);
        }
        if (someEmpty) {
            return; // nobody knows of which stream and CPU it is
        }
        metadata.streams.forEach((number, kind) -> {
            if (!kinds.contains(kind)) {
                intake.warn("no file holds events of stream " + number, "metadata");
            }
        });
        final var absent = new CpuSet.Builder();
        int next = 0;
        for (final int cpu : cpus) {
            for (; next < cpu; next++) {
                absent.add(next);
                intake.ends(next, nanos);
            }
            next++;
        }
        if (!absent.build().isEmpty()) {
            intake.warn("no file holds events of CPU " + absent.build() + ": offline, or missing files", "the trace");
        }
    }
}
