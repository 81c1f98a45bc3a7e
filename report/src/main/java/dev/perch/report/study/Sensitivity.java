package dev.perch.report.study;

import dev.perch.simulator.Run;
import dev.perch.simulator.Settings;
import dev.perch.simulator.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Whether a result hangs on a knife's edge: the rows again with each constant of machine and kernel a fifth smaller and
 * a fifth larger than it stands, one at a time. The figures of one section of a machine's file vary together.
 */
public final class Sensitivity {
    /** How far constants are moved. */
    private static final List<Double> FACTORS = List.of(0.8, 1.2);

    private final List<Trial> trials = new ArrayList<>();

    /**
     * Plans to answer {@code rows} again and again; the parameters are those of a {@link Reproduction}.
     *
     * @throws IllegalArgumentException naming the line and column where a row contradicts itself
     */
    public Sensitivity(final RowsFile rows, final Function<Span, Settings> settings, final Journal journal) {
        final var asItStands = new Reproduction(rows, settings, journal);
        trials.add(new Trial(Model.AS_IT_STANDS, asItStands));
        asItStands.machines().stream().flatMap(machine -> Run.constants(machine).stream()).distinct()
                .forEach(constant -> FACTORS.forEach(factor -> {
                    final var model = new Model(constant, factor);
                    trials.add(new Trial(model, new Reproduction(rows, settings, journal, model)));
                }));
    }

    /** How many runs {@link #make} goes through. */
    public int size() {
        return trials.stream().mapToInt(trial -> trial.reproduction().size()).sum();
    }

    /** Makes all runs on {@code jobs} threads; the model as it stands first, then each constant both ways. */
    public List<Row> make(final int jobs, final Runnable step) throws InterruptedException {
        final List<Row> rows = new ArrayList<>();
        for (final Trial trial : trials) {
            final Agreement agreement = Agreement.of(trial.reproduction().make(jobs, step));
            rows.add(new Row(trial.model().constant(), trial.model().factor(), agreement));
        }
        return rows;
    }

    private record Trial(Model model, Reproduction reproduction) {}

    /**
     * What the rows' agreement becomes.
     *
     * @param constant  which constant is moved; empty for none
     * @param factor    by what factor
     * @param agreement the agreement then
     */
    public record Row(String constant, double factor, Agreement agreement) {
        /** The figures by name. */
        public Map<String, Object> columns() {
            final Map<String, Object> columns = new LinkedHashMap<>();
            columns.put("constant", constant);
            columns.put("factor", factor);
            columns.putAll(agreement.columns());
            return columns;
        }
    }
}
