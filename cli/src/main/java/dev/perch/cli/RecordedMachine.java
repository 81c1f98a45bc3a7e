package dev.perch.cli;

import dev.perch.machines.Machines;
import dev.perch.topology.Topology;
import dev.perch.traces.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The machine a recording was made on.
 *
 * @param topology the machine
 * @param from how it is known
 */
record RecordedMachine(Topology topology, String from) {
    private static final List<String> BESIDE = List.of("sysfs.tar.gz", "sysfs.tar", "topology.json", "lscpu.txt",
            "lscpu-p.txt", "lscpu.json", "hwloc.xml");

    /** The one named; else what lies beside the recording; else a guess from the recording, which is read for that. */
    static RecordedMachine of(final String named, final Recording recording) throws IOException {
        if (named != null) {
            return new RecordedMachine(Machines.find(named).topology(), "as given");
        }
        for (final String name : BESIDE) {
            final Path file = recording.path().toAbsolutePath().resolveSibling(name);
            if (Files.isRegularFile(file)) {
                final Optional<Topology> found = read(file);
                if (found.isPresent()) {
                    return new RecordedMachine(found.get(), "from " + name + " beside the recording");
                }
            }
        }
        return new RecordedMachine(flat(recording.cpuCount()),
                "a guess: one last-level cache, no SMT; name the machine by --machine");
    }

    private static Optional<Topology> read(final Path file) throws IOException {
        try {
            return Optional.of(Machines.find(file.toString()).topology());
        } catch (final IllegalArgumentException e) {
            return Optional.empty(); // it is something else, or holds no caches: the next may tell
        }
    }

    private static Topology flat(final int cpus) {
        final Topology.Builder builder = Topology.builder("unknown machine");
        for (int cpu = 0; cpu < cpus; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu, 0, 0, 0, 0, Topology.FULL_CAPACITY));
        }
        return builder.build();
    }
}
