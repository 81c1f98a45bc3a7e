package dev.perch.replay.closed;

import dev.perch.replay.Schedstat;
import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.Metric;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Span;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import dev.perch.traces.Recording;
import dev.perch.traces.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The tasks of a recording as a workload: they compute as long as they did, wake whom they woke, wait for whom they
 * waited, and so meet the consequences of where another policy puts them. What interrupts woke sleeps as long as it
 * did, and new tasks begin where they did: the averages by which the kernel places those no recording holds. A load of
 * n is n copies of all tasks, side by side.
 */
public final class RecordedTasks implements Workload {
    private static final int SLOWEST = 10;
    private static final long LEAST_NANOS = 1_000_000_000;

    private final Path path;
    private final List<Script> scripts;
    private final long turnNanos;
    private final Span span;

    private RecordedTasks(final Path path, final List<Script> scripts, final long turnNanos, final Span span) {
        this.path = path;
        this.scripts = scripts;
        this.turnNanos = turnNanos;
        this.span = span;
    }

    /**
     * Reads the recording at {@code path}.
     *
     * @throws IllegalArgumentException if it is none, or tells of no switch
     */
    public static RecordedTasks of(final Path path) throws IOException {
        try (Recording recording = Recording.open(path)) {
            var recorder = new ScriptRecorder(recording.names(), true);
            final Summary summary = recording.read(recorder);
            if (summary.overwritten() > 0) { // each CPU's ring buffer begins at another time
                recorder = new ScriptRecorder(recording.names(), false);
                recording.read(recorder);
            }
            final List<Script> scripts = recorder.scripts(summary.lastNanos(), silentTasks(path, summary.cpus()));
            if (scripts.isEmpty()) {
                throw new IllegalArgumentException(path + ": tells of no task: record sched_switch, sched_waking,"
                        + " sched_wakeup, sched_wakeup_new and sched_process_exec");
            }
            return new RecordedTasks(path, scripts, recorder.shortestTurn(),
                    new Span(0, LEAST_NANOS + SLOWEST * summary.spanNanos()));
        }
    }

    /** The CPUs without any event that ran a task all the time. */
    private static CpuSet silentTasks(final Path path, final CpuSet seen) throws IOException {
        final var silent = new CpuSet.Builder();
        Schedstat.alwaysBusy(path, CpuSet.MAX_CPU + 1).ifPresent(busy -> busy.forEach(cpu -> {
            if (!seen.contains(cpu)) {
                silent.add(cpu);
            }
        }));
        return silent.build();
    }

    /** The recording. */
    public Path path() {
        return path;
    }

    /** What its tasks did, by number. */
    List<Script> scripts() {
        return scripts;
    }

    /**
     * How long the shortest turn on a CPU took, nanoseconds: from getting it to sleeping again. A task that does not
     * have to sleep in virtual time saves that.
     */
    long turnNanos() {
        return turnNanos;
    }

    /** At most ten times as long as the recording. */
    @Override
    public Span span() {
        return span;
    }

    @Override
    public String name() {
        return "trace:" + path;
    }

    @Override
    public String caseName() {
        final String file = path.getFileName().toString();
        final int dot = file.indexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    @Override
    public String loadUnit() {
        return "copies";
    }

    @Override
    public List<Metric> metrics() {
        return WakeUps.METRICS;
    }

    @Override
    public Trial start(final World world, final int copies) {
        final var wakeUps = new WakeUps(world,
                copies * (int) scripts.stream().filter(script -> !script.goesOn).count());
        for (int copy = 0; copy < copies; copy++) {
            startCopy(world, wakeUps);
        }
        return wakeUps;
    }

    private void startCopy(final World world, final WakeUps wakeUps) {
        final var tasks = new ScriptedTask[scripts.size()];
        final var spaces = new AddressSpace[tasks.length];
        for (final Script script : scripts) {
            tasks[script.number] = new ScriptedTask(world, script, wakeUps, tasks, turnNanos);
            spaces[script.number] = new AddressSpace();
        }
        for (final Script script : scripts) {
            final SimulatedTask task = world.task(spaces[script.family.number], 0, tasks[script.number]);
            tasks[script.number].is(task);
            place(task, script, world.cpus());
            if (!script.isStarted) {
                world.start(task);
            }
        }
    }

    private static void place(final SimulatedTask task, final Script script, final CpuSet cpus) {
        task.setNice(script.nice);
        if (cpus.contains(script.cpu)) {
            task.cpu = script.cpu;
            if (script.isBound || script.isStarted) {
                task.setAllowed(CpuSet.of(script.cpu));
            }
        }
    }
}
