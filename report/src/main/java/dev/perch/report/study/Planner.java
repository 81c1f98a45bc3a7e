package dev.perch.report.study;

import dev.perch.machines.Catalogue;
import dev.perch.machines.Machine;
import dev.perch.simulator.Workload;
import dev.perch.simulator.Workloads;
import dev.perch.topology.CpuSet;
import dev.perch.topology.UnknownNameException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides how rows are answered. Equal cells come out as equal experiments, so that each is simulated once. */
final class Planner {
    private static final List<BenchRows> BENCHES = List.of(new TbenchRows(), new NetperfRows(), new HackbenchRows(),
            new SchbenchRows(), new StreamRows());

    private final Map<String, Machine> machines = new HashMap<>();
    private final Model model;

    /** Plans experiments with {@code model}. */
    Planner(final Model model) {
        this.model = model;
    }

    /**
     * The plan for {@code row}.
     *
     * @throws IllegalArgumentException naming the column where the row contradicts itself
     */
    Plan plan(final PublishedRow row) {
        final Study study = study(row);
        final var baseline = study.baseline(row.kernel());
        return ScanCurve.plan(row).orElseGet(() -> {
            final Optional<Drive> drive = BENCHES.stream().flatMap(bench -> bench.drive(row).stream()).findFirst();
            if (drive.isEmpty()) {
                return new Plan.NotModelled("no workload for " + row.bench() + "/" + row.benchCase() + " "
                        + row.metric());
            }
            final Machine machine;
            try {
                machine = machines.computeIfAbsent(row.machine(), Catalogue::machine);
            } catch (final UnknownNameException e) {
                return new Plan.NotModelled(e.getMessage());
            }
            final CpuSet cpus = cpus(row, machine);
            final Workload workload = Workloads.parse(drive.get().workload().apply(cpus),
                    Planner.class.getClassLoader());
            final int load = drive.get().load();
            return new Plan.Simulated(new Experiment(machine, cpus, workload, load, baseline, model),
                    study.candidate(row.kernel())
                            .map(candidate -> new Experiment(machine, cpus, workload, load, candidate, model)),
                    row.better().direction().map(drive.get().reading()::judgedBy).orElse(drive.get().reading()));
        });
    }

    private static Study study(final PublishedRow row) {
        try {
            return Study.named(row.study());
        } catch (final UnknownNameException e) {
            throw PublishedRow.wrong("study", e.getMessage());
        }
    }

    private static CpuSet cpus(final PublishedRow row, final Machine machine) {
        try {
            return row.nodes().isEmpty() ? machine.topology().cpus()
                    : machine.topology().cpusOfNodes(CpuSet.parse(row.nodes()));
        } catch (final IllegalArgumentException e) {
            throw PublishedRow.wrong("numa_nodes", "'" + row.nodes() + "': " + e.getMessage());
        }
    }
}
