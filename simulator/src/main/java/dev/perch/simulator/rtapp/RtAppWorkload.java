package dev.perch.simulator.rtapp;

import dev.perch.scheduler.AddressSpace;
import dev.perch.simulator.Metric;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.Span;
import dev.perch.simulator.Workload;
import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An rt-app file: its threads run, sleep and wake each other. A load of n is n such processes side by side.
 *
 * @param path where the file is
 * @param file what it says
 */
record RtAppWorkload(Path path, RtAppFile file) implements Workload {
    /** How many threads of a task may be forked in one run. */
    static final int MOST_FORKS = 1000;
    /** What a thread touches between two sleeps: its stack, its log, its resources; an estimate. */
    private static final int WORKING_SET = 8 << 10;
    private static final long NANOS_A_MICRO = 1000;
    /** A file that runs longer, or without end, is cut here where nobody says otherwise. */
    private static final long USUAL_NANOS = 10_000_000_000L;

    @Override
    public String name() {
        return "rt-app:" + path;
    }

    @Override
    public String caseName() {
        return path.getFileName().toString().replaceFirst("\\.json$", "");
    }

    @Override
    public String loadUnit() {
        return "copies";
    }

    @Override
    public List<Metric> metrics() {
        return Measures.metrics(file.hasTimers());
    }

    @Override
    public Span span() {
        final long nanos = Math.round(file.durationMicros() * NANOS_A_MICRO);
        return new Span(0, nanos <= 0 ? USUAL_NANOS : Math.min(nanos, USUAL_NANOS));
    }

    @Override
    public Trial start(final World world, final int copies) {
        final var measures = new Measures(file.hasTimers());
        IntStream.range(0, copies).forEach(copy -> startCopy(world, measures));
        return measures;
    }

    private void startCopy(final World world, final Measures measures) {
        final var resources = new Resources(file.barriers());
        final var space = new AddressSpace();
        final List<SimulatedTask> threads = new ArrayList<>();
        for (final TaskSpec spec : file.tasks()) {
            for (int i = 0; i < spec.instances(); i++) {
                threads.add(thread(world, resources, measures, spec, space));
                measures.began();
            }
            if (isForked(spec)) {
                for (int i = 0; i < MOST_FORKS; i++) {
                    resources.spares(spec.name()).add(thread(world, resources, measures, spec, space));
                }
            }
        }
        measures.began();
        world.start(world.task(space, WORKING_SET, new Starter(threads, measures)));
    }

    private boolean isForked(final TaskSpec spec) {
        return file.tasks().stream().flatMap(task -> task.phases().stream())
                .flatMap(phase -> phase.events().stream())
                .anyMatch(event -> event instanceof final Event.Fork fork && fork.task().equals(spec.name()));
    }

    private static SimulatedTask thread(final World world, final Resources resources, final Measures measures,
            final TaskSpec spec, final AddressSpace space) {
        final var thread = new RtThread(world, resources, measures, spec);
        final SimulatedTask task = world.task(space, WORKING_SET, thread);
        thread.is(task);
        task.setNice(spec.nice());
        if (spec.isIdle()) {
            task.setIdlePolicy();
        }
        if (spec.sliceNanos() > 0) {
            task.setSlice(spec.sliceNanos());
        }
        final CpuSet first = spec.phases().getFirst().cpus();
        if (first != null) {
            checked(first, world.cpus(), spec.name());
            task.setAllowed(first);
        }
        spec.phases().stream().filter(phase -> phase.cpus() != null)
                .forEach(phase -> checked(phase.cpus(), world.cpus(), spec.name()));
        return task;
    }

    private static void checked(final CpuSet asked, final CpuSet there, final String task) {
        if (!asked.minus(there).isEmpty()) {
            throw new IllegalArgumentException("task " + task + " is bound to CPU " + asked.minus(there)
                    + ", but the run has only " + there + ": choose a larger machine or other --cpus");
        }
    }
}
