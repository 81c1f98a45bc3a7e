package dev.perch.replay;

import dev.perch.scheduler.Policy;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import dev.perch.traces.Progress;
import dev.perch.traces.Recording;
import dev.perch.traces.Summary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Replays a recording's wake-ups under policies, open loop: on the recorded state, without consequences. */
public final class Replay {
    private final Recording recording;
    private final Topology machine;
    private final Progress progress;
    private final Outcomes outcomes = new Outcomes();
    private final Summary summary;

    /**
     * Reads {@code recording} a first time: for who emits each wake-up's end, and where the wakee was placed.
     *
     * @param machine what it was made on
     * @param progress is told how far each reading has come
     * @throws IllegalArgumentException if it was made on another machine
     */
    public Replay(final Recording recording, final Topology machine, final Progress progress) throws IOException {
        this.recording = recording;
        this.machine = machine;
        this.progress = progress;
        summary = recording.readOn(machine, outcomes, progress);
    }

    /** What the recording holds: its kernel's release, its losses. */
    public Summary summary() {
        return summary;
    }

    /**
     * Replays it: made by a kernel whose policy is {@code own}, it is decided again by that policy and by
     * {@code others}.
     *
     * @throws IllegalArgumentException if it tells of no wake-up
     */
    public ReplayReport under(final Policy own, final List<Policy> others) throws IOException {
        if (outcomes.count() == 0) {
            throw new IllegalArgumentException(recording.path() + ": no sched_waking event, so no wake-up to decide"
                    + " again: record sched_waking, sched_wakeup, sched_switch and sched_migrate_task");
        }
        final Optional<CpuSet> busy = Schedstat.alwaysBusy(recording.path(), machine.cpus().last() + 1);
        final var loop = new OpenLoop(machine, own, others);
        loop.start(busy.orElse(CpuSet.EMPTY), summary.firstNanos());
        recording.readOn(machine, loop.rebuilder(outcomes, recording.names()), progress);
        return loop.report(recording.path().toString(), outcomes.count(), busy.isPresent());
    }
}
