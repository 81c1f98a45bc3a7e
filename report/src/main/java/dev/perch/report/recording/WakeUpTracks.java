package dev.perch.report.recording;

import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import dev.perch.traces.analysis.WakeUp;

/**
 * Perch's own tracks in a Perfetto trace (track_descriptor.proto, track_event.proto, debug_annotation.proto). Below
 * "Perch" each CPU has a track of the wake-ups it makes, as instants, and one of the woken tasks that wait for it, as
 * slices from the waking until they run; a flow leads from the one to the other. A slice tells the waker, the CPUs,
 * their distances and whether a free idle CPU was missed. Slices of one Perfetto track must nest, which waits do not:
 * those that overlap stand on tracks of one name, which Perfetto shows as one.
 */
final class WakeUpTracks {
    private static final int SEQUENCE = 1;
    private static final int INCREMENTAL_STATE_CLEARED = 1;
    private static final int ROOT = 1;
    private static final int EXPLICIT = 3;
    private static final int SLICE_BEGIN = 1;
    private static final int SLICE_END = 2;
    private static final int INSTANT = 3;
    private static final int FLOWS = 47;
    private static final int ENDING_FLOWS = 48;

    private final Topology machine;
    private final FtraceBundles bundles;
    private final PacketFile packets;
    private final long[] wakerTracks;
    private final Lane[] lanes;
    private long lastTrack = ROOT;
    private long lastFlow;
    private int event;

    /** A track of waits of one CPU, and the next one. */
    private static final class Lane {
        private final long track;
        private long lastEnd;
        private Lane next;

        Lane(final long track) {
            this.track = track;
        }
    }

    WakeUpTracks(final Topology machine, final FtraceBundles bundles, final PacketFile packets) {
        this.machine = machine;
        this.bundles = bundles;
        this.packets = packets;
        wakerTracks = new long[machine.size()];
        lanes = new Lane[machine.size()];
        final Message packet = packets.begin().number(10, SEQUENCE).number(13, INCREMENTAL_STATE_CLEARED);
        final int begin = packet.begin(60);
        packet.number(1, ROOT).text(2, "Perch").number(11, EXPLICIT);
        packet.end(begin);
        packets.end();
    }

    private long track(final String name, final int rank) {
        final Message packet = packets.begin().number(10, SEQUENCE);
        final int begin = packet.begin(60);
        packet.number(1, ++lastTrack).text(2, name).number(5, ROOT).number(12, rank);
        packet.end(begin);
        packets.end();
        return lastTrack;
    }

    /** Adds a wake-up. */
    void add(final WakeUp wakeUp) {
        final long end = wakeUp.nanos + wakeUp.latencyNanos;
        final Lane lane = lane(wakeUp.cpu, wakeUp.nanos);
        lane.lastEnd = end;
        if (wakeUp.wakerCpu >= 0) {
            lastFlow++;
            final Message packet = beginEvent(wakeUp.nanos, INSTANT, wakerTrack(wakeUp.wakerCpu));
            packet.delimited(23, bundles.name(wakeUp.comm)).fixed(FLOWS, lastFlow);
            endEvent(packet);
        }
        final Message packet = beginEvent(wakeUp.nanos, SLICE_BEGIN, lane.track);
        packet.delimited(23, bundles.name(wakeUp.comm)).text(22, "wakeup");
        if (wakeUp.missed != null) {
            packet.text(22, "missed idle CPU");
        }
        describe(wakeUp, packet);
        if (wakeUp.wakerCpu >= 0) {
            packet.fixed(ENDING_FLOWS, lastFlow);
        }
        endEvent(packet);
        endEvent(beginEvent(end, SLICE_END, lane.track));
    }

    private void describe(final WakeUp wakeUp, final Message event) {
        annotate(event, "pid", wakeUp.pid);
        annotate(event, "waker_pid", wakeUp.wakerPid);
        annotate(event, "cpu", wakeUp.cpu);
        if (wakeUp.wakerCpu >= 0) {
            annotate(event, "waker_cpu", wakeUp.wakerCpu);
            annotate(event, "from_waker", machine.distance(wakeUp.wakerCpu, wakeUp.cpu));
        }
        if (wakeUp.prevCpu >= 0) {
            annotate(event, "prev_cpu", wakeUp.prevCpu);
            annotate(event, "from_prev", machine.distance(wakeUp.prevCpu, wakeUp.cpu));
        }
        if (wakeUp.missed != null) {
            annotate(event, "missed_idle_cpu", wakeUp.missed);
        }
    }

    private static void annotate(final Message event, final String name, final long value) {
        final int begin = event.begin(4);
        event.text(10, name).number(4, value);
        event.end(begin);
    }

    private static void annotate(final Message event, final String name, final Distance value) {
        final int begin = event.begin(4);
        event.text(10, name).text(6, value.label());
        event.end(begin);
    }

    private long wakerTrack(final int cpu) {
        if (wakerTracks[cpu] == 0) {
            wakerTracks[cpu] = track("CPU " + cpu + " wakes", 2 * cpu);
        }
        return wakerTracks[cpu];
    }

    private Lane lane(final int cpu, final long begin) {
        Lane lane = lanes[cpu];
        while (lane != null && lane.lastEnd > begin) {
            lane = lane.next;
        }
        if (lane == null) {
            lane = new Lane(track("CPU " + cpu + " is waited for", 2 * cpu + 1));
            lane.next = lanes[cpu];
            lanes[cpu] = lane;
        }
        return lane;
    }

    private Message beginEvent(final long nanos, final int type, final long track) {
        final Message packet = packets.begin().number(8, nanos).number(10, SEQUENCE);
        event = packet.begin(11);
        return packet.number(9, type).number(11, track);
    }

    private void endEvent(final Message packet) {
        packet.end(event);
        packets.end();
    }
}
