package dev.perch.cli;

import dev.perch.machines.Machine;
import dev.perch.machines.Machines;
import dev.perch.topology.Topology;
import dev.perch.traces.Recording;
import dev.perch.traces.Summary;
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
        final Optional<Beside> beside = beside(recording.path());
        if (beside.isPresent()) {
            return new RecordedMachine(beside.get().machine().topology(),
                    "from " + beside.get().file() + " beside the recording");
        }
        final int cpus = recording.cpuCount();
        if (cpus == 0) {
            throw new IllegalArgumentException(recording.path() + ": holds no event of any CPU, so there is nothing to"
                    + " tell; perch analyze --how tells how to record");
        }
        return new RecordedMachine(flat(cpus),
                "a guess: one last-level cache, no SMT; name the machine by --machine");
    }

    /** How it is known, and whether {@code recording} tells of another number of CPUs. */
    String from(final Summary recording) {
        return recording.cpuCount() == 0 || recording.cpuCount() == topology.cpus().size() ? from
                : from + "; but the recording is of " + recording.cpuCount()
                        + (recording.cpuCount() == 1 ? " CPU" : " CPUs") + ", and this has "
                        + topology.cpus().size();
    }

    /** The machine of which a file beside {@code recording} tells; empty where there is none. */
    static Optional<Beside> beside(final Path recording) throws IOException {
        for (final String name : BESIDE) {
            final Path file = recording.toAbsolutePath().resolveSibling(name);
            if (Files.isRegularFile(file)) {
                final Optional<Machine> told = machine(file);
                if (told.isPresent()) {
                    return Optional.of(new Beside(told.get(), name));
                }
            }
        }
        return Optional.empty();
    }

    /** The machine of {@code file}; empty where that is something else, or holds no caches. */
    private static Optional<Machine> machine(final Path file) throws IOException {
        try {
            return Optional.of(Machines.find(file.toString()));
        } catch (final IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A machine, and the name of the file that tells of it. */
    record Beside(Machine machine, String file) {}

    private static Topology flat(final int cpus) {
        final Topology.Builder builder = Topology.builder("unknown machine");
        for (int cpu = 0; cpu < cpus; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu, 0, 0, 0, 0, Topology.FULL_CAPACITY));
        }
        return builder.build();
    }
}
