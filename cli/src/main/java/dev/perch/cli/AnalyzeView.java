package dev.perch.cli;

import dev.perch.topology.Distance;
import dev.perch.traces.EventKind;
import dev.perch.traces.Summary;
import dev.perch.traces.analysis.Findings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How an analysis is shown. */
final class AnalyzeView {
    private static final int TOP = 10;

    private final String file;
    private final Findings found;
    private final String machineFrom;

    AnalyzeView(final String file, final Findings found, final String machineFrom) {
        this.file = file;
        this.found = found;
        this.machineFrom = machineFrom;
    }

    /** Wake-ups by distance: what CSV and Markdown show. */
    Table table() {
        final Table table = Table.of("wake-ups", "distance", "count", "share%", "p50 us", "p90 us", "p99 us", "max us");
        addDistances(table, "waker to placement", found.fromWaker());
        addDistances(table, "previous to placement", found.fromPrev());
        addDistances(table, "parent to new task", found.newTasks());
        return table;
    }

    private static void addDistances(final Table table, final String what, final List<Findings.ByDistance> rows) {
        for (final Findings.ByDistance row : rows) {
            final Findings.Latency latency = row.latency();
            if (latency.count() == 0) {
                table.row(what, row.distance().label(), row.wakeUps(), tenth(row.pct()), null, null, null, null);
            } else {
                table.row(what, row.distance().label(), row.wakeUps(), tenth(row.pct()), micros(latency.p50()),
                        micros(latency.p90()), micros(latency.p99()), micros(latency.max()));
            }
        }
    }

    private static double tenth(final double value) {
        return Math.round(value * 10) / 10.0;
    }

    private static double micros(final long nanos) {
        return Math.round(nanos / 100.0) / 10.0;
    }

    private static String millis(final long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }

    /** The whole, for people. */
    String text() {
        final var text = new StringBuilder(recorded());
        section(text, "Wake-ups by distance (latency from the waking until the task runs)", table());
        section(text, "Waiting, by the nearest CPU that was idle meanwhile", waiting());
        if (found.summary().count(EventKind.SWITCH) > 0) {
            text.append(String.format(Locale.ROOT,
                    "Work was conserved for %.1f %% of the time: no task waited in a queue while another CPU idled.%n",
                    found.waiting().conservedPct()));
        }
        section(text, "Migrations by cause and distance", migrations());
        section(text, "Who wakes whom most, by the distance from waker to placement", pairs());
        section(text, "Tasks that waited longest", tasks());
        section(text, "Utilisation of last-level caches' CPUs", groups(found.llcs()));
        if (!found.machine().clusters().equals(found.machine().cores())) {
            section(text, "Utilisation of clusters", groups(found.clusters()));
        }
        section(text, "Idle states", idleStates());
        if (!found.notes().isEmpty()) {
            text.append("\nNotes\n");
            found.notes().forEach(note -> text.append("  ").append(note).append('\n'));
        }
        return text.toString();
    }

    private static void section(final StringBuilder text, final String title, final Table table) {
        if (!table.rows().isEmpty()) {
            text.append('\n').append(title).append('\n');
            table.aligned().lines().forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }

    private String recorded() {
        final Summary summary = found.summary();
        final var text = new StringBuilder();
        text.append(Printable.line(file)).append(": ").append(summary.format());
        summary.kernel().ifPresent(kernel -> text.append(", kernel ").append(Printable.line(kernel)));
        summary.clock().ifPresent(clock -> text.append(", clock ").append(Printable.line(clock)));
        text.append(String.format(Locale.ROOT, "%n  %.6f s, %d events on CPUs %s%s%n", summary.spanNanos() / 1e9,
                summary.events(), summary.cpus(), summary.cpuCount() > 0 ? " of " + summary.cpuCount() : ""));
        text.append("  machine: ").append(Printable.line(found.machine().name())).append(" (").append(machineFrom)
                .append(")\n");
        new Losses(summary).lines().forEach(line -> text.append("  ").append(line).append('\n'));
        return text.toString();
    }

    private Table waiting() {
        final Table table = Table.of("nearest idle CPU", "time waited ms", "share%");
        final Findings.Waiting waiting = found.waiting();
        waiting.nearestIdle().forEach((distance, nanos) -> table.row(
                distance == Distance.SAME_CPU ? "its own, just leaving idle" : distance.label(), millis(nanos),
                tenth(100.0 * nanos / waiting.total())));
        if (waiting.noneIdle() > 0) {
            table.row("none", millis(waiting.noneIdle()), tenth(100.0 * waiting.noneIdle() / waiting.total()));
        }
        return table;
    }

    private Table migrations() {
        final Table table = Table.of("cause", "distance", "count");
        found.migrations().forEach(row -> row.byDistance()
                .forEach((distance, count) -> table.row(row.cause().toString(), distance.label(), count)));
        return table;
    }

    private Table pairs() {
        final List<Findings.Pair> pairs = found.pairs().stream().limit(TOP).toList();
        final List<String> columns = new ArrayList<>(List.of("waker", "wakee", "wake-ups"));
        final List<Distance> distances = Arrays.stream(Distance.values())
                .filter(distance -> pairs.stream().anyMatch(pair -> pair.byDistance().containsKey(distance)))
                .toList();
        distances.forEach(distance -> columns.add(distance.label()));
        final Table table = Table.of(columns.toArray(String[]::new));
        for (final Findings.Pair pair : pairs) {
            final List<Object> cells = new ArrayList<>(
                    List.of(pair.waker(), pair.wakee(), pair.wakeUps()));
            distances.forEach(distance -> cells.add(pair.byDistance().getOrDefault(distance, 0L)));
            table.row(cells.toArray());
        }
        return table;
    }

    private Table tasks() {
        final Table table = Table.of("task", "waits", "waited ms", "longest ms", "ran ms");
        found.tasks().stream().limit(TOP)
                .forEach(task -> table.row(task.task(), task.waits(), millis(task.total()),
                        millis(task.max()), millis(task.ran())));
        return table;
    }

    private static Table groups(final List<Findings.Group> groups) {
        final Table table = Table.of("CPUs", "utilisation%");
        groups.forEach(group -> table.row(group.cpus(),
                Double.isNaN(group.utilisationPct()) ? null : tenth(group.utilisationPct())));
        return table;
    }

    private Table idleStates() {
        final Table table = Table.of("state", "entries", "time ms");
        found.idleStates().forEach(use -> table.row(use.state(), use.entries(), millis(use.nanos())));
        return table;
    }
}
