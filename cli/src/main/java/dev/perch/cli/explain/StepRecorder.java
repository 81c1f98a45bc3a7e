package dev.perch.cli.explain;

import dev.perch.scheduler.placement.Observer;
import java.util.ArrayList;
import java.util.List;

/** Gathers what an observer is told into rows: looks of one kind in a row become one. */
final class StepRecorder implements Observer {
    private final List<Row> rows = new ArrayList<>();
    private int target = -1;

    /**
     * CPUs looked at one after another with one outcome.
     *
     * @param phase   which part of the search
     * @param cpus    in the order of looking
     * @param verdict what was found; null for a scan that was refused, or ended by its budget
     * @param budget  how many looks were left after the last; -1 where nothing bounds them
     */
    record Row(Phase phase, List<Integer> cpus, Verdict verdict, int budget) {
        /** The CPUs as a list that keeps their order: {@code 61-63,60}. */
        String cpuList() {
            final var text = new StringBuilder();
            for (int i = 0; i < cpus.size();) {
                int last = i;
                while (last + 1 < cpus.size() && cpus.get(last + 1) == cpus.get(last) + 1) {
                    last++;
                }
                text.append(text.isEmpty() ? "" : ",").append(cpus.get(i));
                if (last > i) {
                    text.append('-').append(cpus.get(last));
                }
                i = last + 1;
            }
            return text.toString();
        }
    }

    @Override
    public void searching(final int prev, final int from) {
        target = from;
    }

    @Override
    public void looked(final Phase phase, final int cpu, final Verdict verdict, final int budget) {
        final Row last = rows.isEmpty() ? null : rows.getLast();
        if (last != null && last.phase == phase && last.verdict == verdict) {
            last.cpus.add(cpu);
            rows.set(rows.size() - 1, new Row(phase, last.cpus, verdict, budget));
        } else {
            final List<Integer> cpus = new ArrayList<>();
            cpus.add(cpu);
            rows.add(new Row(phase, cpus, verdict, budget));
        }
    }

    @Override
    public void refused() {
        rows.add(new Row(Phase.LLC, List.of(), null, 0));
    }

    @Override
    public void exhausted() {
        rows.add(new Row(null, List.of(), null, 0));
    }

    /** The rows, in order. */
    List<Row> rows() {
        return rows;
    }

    /** Where the idle search started; -1 if it did not. */
    int target() {
        return target;
    }
}
