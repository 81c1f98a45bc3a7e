package dev.perch.report.study;

import dev.perch.machines.Machine;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Published rows, run again. Rows that ask for the same machine, CPUs, workload, load and policy share its runs; the
 * n-th runs of all share a seed. The number of threads changes nothing but the time it takes.
 */
public final class Reproduction {
    private final List<PublishedRow> rows;
    private final List<Plan> plans = new ArrayList<>();
    private final Set<Experiment> experiments = new LinkedHashSet<>();
    private final Function<Span, Settings> settings;
    private final Journal journal;

    /**
     * Plans to answer {@code rows}.
     *
     * @param settings how often, how long, with which seed, given how long a workload's runs usually are
     * @param journal  the runs made before, and where to note new ones
     * @throws IllegalArgumentException naming the line and column where a row contradicts itself
     */
    public Reproduction(final RowsFile rows, final Function<Span, Settings> settings, final Journal journal) {
        this(rows, settings, journal, Model.AS_IT_STANDS);
    }

    Reproduction(final RowsFile rows, final Function<Span, Settings> settings, final Journal journal,
            final Model model) {
        this.rows = rows.rows();
        this.settings = settings;
        this.journal = journal;
        final var planner = new Planner(model);
        for (final PublishedRow row : rows.rows()) {
            final Plan plan;
            try {
                plan = planner.plan(row);
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException(rows.file() + ":" + row.line() + ": " + e.getMessage(), e);
            }
            plans.add(plan);
            if (plan instanceof final Plan.Simulated simulated) {
                experiments.add(simulated.baseline());
                simulated.candidate().ifPresent(experiments::add);
            }
        }
    }

    /** The machines of the rows that are modelled. */
    Set<Machine> machines() {
        return experiments.stream().map(Experiment::machine).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** How many runs {@link #make} goes through, those of the journal among them. */
    public int size() {
        return experiments.stream().mapToInt(experiment -> settings(experiment).runs()).sum();
    }

    private Settings settings(final Experiment experiment) {
        return settings.apply(experiment.workload().span());
    }

    /**
     * Makes all runs on {@code jobs} threads; an outcome for each row, in their order.
     *
     * @param step hears of each finished run, from several threads
     */
    public List<Outcome> make(final int jobs, final Runnable step) throws InterruptedException {
        final Map<Experiment, List<Figures>> made = runs(jobs, step);
        final List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            outcomes.add(Outcome.of(rows.get(i), plans.get(i), made::get));
        }
        return outcomes;
    }

    private Map<Experiment, List<Figures>> runs(final int jobs, final Runnable step) throws InterruptedException {
        try (var pool = Executors.newFixedThreadPool(jobs)) {
            final Map<Experiment, List<Future<Figures>>> underWay = new LinkedHashMap<>();
            for (final Experiment experiment : experiments) {
                final List<Future<Figures>> runs = new ArrayList<>();
                final Settings how = settings(experiment);
                for (int run = 0; run < how.runs(); run++) {
                    final int number = run;
                    runs.add(pool.submit(() -> {
                        final Figures figures = journal.figures(experiment, how, number);
                        step.run();
                        return figures;
                    }));
                }
                underWay.put(experiment, runs);
            }
            try {
                return finished(underWay);
            } catch (final ExecutionException e) {
                pool.shutdownNow();
                throw switch (e.getCause()) {
                    case final RuntimeException cause -> cause;
                    case final Error cause -> throw cause; // such as too little memory for so many tasks
                    default -> new IllegalStateException(e.getCause());
                };
            }
        }
    }

    private static Map<Experiment, List<Figures>> finished(final Map<Experiment, List<Future<Figures>>> underWay)
            throws InterruptedException, ExecutionException {
        final Map<Experiment, List<Figures>> finished = new LinkedHashMap<>();
        for (final var entry : underWay.entrySet()) {
            final List<Figures> runs = new ArrayList<>();
            for (final Future<Figures> run : entry.getValue()) {
                runs.add(run.get());
            }
            finished.put(entry.getKey(), runs);
        }
        return finished;
    }
}
