package dev.perch.report.recording;

import dev.perch.topology.Topology;
import dev.perch.traces.Event;
import dev.perch.traces.Names;
import dev.perch.traces.analysis.Chronicle;
import dev.perch.traces.analysis.Findings;
import dev.perch.traces.analysis.WakeUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that one reading of a recording makes. */
public final class RecordingFiles implements Chronicle, AutoCloseable {
    private final Path recording;
    private final Topology machine;
    private final Names names;
    private final List<RecordingFile> files = new ArrayList<>();

    /** No files yet, of a recording made on this machine, whose names are these. */
    public RecordingFiles(final Path recording, final Topology machine, final Names names) {
        this.recording = recording;
        this.machine = machine;
        this.names = names;
    }

    /** A page for a browser. */
    public void addPage(final Path file) throws IOException {
        files.add(new RecordingPage(other(file), machine, names));
    }

    /** A trace for Perfetto. */
    public void addPerfetto(final Path file) throws IOException {
        files.add(new PerfettoFile(other(file), machine, names));
    }

    /** A table of events for a database, as Parquet. */
    public void addEvents(final Path file) throws IOException {
        files.add(new EventsFile(other(file), machine, names));
    }

    /** The file, which must not be the recording itself. */
    private Path other(final Path file) throws IOException {
        if (Files.exists(file) && Files.isSameFile(file, recording)) {
            throw new IllegalArgumentException(file + ": this is the recording itself: name another file to write");
        }
        return file;
    }

    @Override
    public void begins(final long nanos) {
        files.forEach(file -> file.begins(nanos));
    }

    @Override
    public void ran(final int cpu, final int pid, final int comm, final long from, final long to) {
        for (final RecordingFile file : files) {
            file.ran(cpu, pid, comm, from, to);
        }
    }

    @Override
    public void woken(final WakeUp wakeUp) {
        for (final RecordingFile file : files) {
            file.woken(wakeUp);
        }
    }

    @Override
    public void event(final Event event) {
        for (final RecordingFile file : files) {
            file.event(event);
        }
    }

    /**
     * Completes all files, once the recording has been read.
     *
     * @param machineFrom how its machine is known
     * @throws IOException naming a file that cannot be written
     */
    public void finish(final Findings found, final String machineFrom) throws IOException {
        for (final RecordingFile file : files) {
            file.finish(found.summary(), AnalysisJson.of(recording.getFileName().toString(), found, machineFrom));
        }
    }

    /** Deletes what is not finished. */
    @Override
    public void close() throws IOException {
        for (final RecordingFile file : files) {
            file.close();
        }
    }
}
