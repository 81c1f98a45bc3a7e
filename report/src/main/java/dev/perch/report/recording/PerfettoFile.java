package dev.perch.report.recording;

import dev.perch.report.Draft;
import dev.perch.topology.Topology;
import dev.perch.traces.Event;
import dev.perch.traces.Names;
import dev.perch.traces.PerfettoMarks;
import dev.perch.traces.Summary;
import dev.perch.traces.analysis.WakeUp;
import java.io.IOException;
import java.nio.file.Path;

/** A recording as a Perfetto trace: its own events, and tracks that show each wake-up with what the analysis found. */
final class PerfettoFile implements RecordingFile {
    /** The kernels whose task states have other bits than those written. */
    private static final String OLD_KERNELS = "[23]\\..*|4\\.([0-9]|1[0-3])([.-].*)?";

    private final Draft draft;
    private final PacketFile packets;
    private final FtraceBundles bundles;
    private final WakeUpTracks tracks;

    PerfettoFile(final Path file, final Topology machine, final Names names) throws IOException {
        draft = Draft.of(file);
        packets = new PacketFile(draft);
        bundles = new FtraceBundles(machine.size(), names, packets);
        tracks = new WakeUpTracks(machine, bundles, packets);
    }

    @Override
    public void event(final Event event) {
        bundles.add(event);
    }

    @Override
    public void woken(final WakeUp wakeUp) {
        tracks.add(wakeUp);
    }

    @Override
    public void finish(final Summary summary, final Object analysis) throws IOException {
        bundles.flush();
        writeSystem(summary);
        try {
            packets.close();
        } catch (final IOException e) {
            throw draft.failed(e);
        }
        draft.finish();
    }

    /** Tells the kernel's release and the CPUs (system_info.proto). */
    private void writeSystem(final Summary summary) {
        final Message packet = packets.begin();
        final int info = packet.begin(45);
        final int uname = packet.begin(1);
        packet.text(1, "Linux").text(3, summary.kernel().filter(release -> !release.matches(OLD_KERNELS))
                .orElse(PerfettoMarks.NO_RELEASE));
        packet.end(uname);
        if (summary.cpuCount() > 0) {
            packet.number(8, summary.cpuCount());
        }
        packet.end(info);
        packets.end();
    }

    @Override
    public void close() throws IOException {
        packets.close();
        draft.close();
    }
}
