package dev.perch.report.recording;

import dev.perch.topology.Distance;
import dev.perch.traces.EventKind;
import dev.perch.traces.Summary;
import dev.perch.traces.analysis.Findings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An analysis for programs: all that {@code perch analyze} prints, times in ns. */
public final class AnalysisJson {
    private AnalysisJson() {}

    /**
     * The tree to write.
     *
     * @param file the recording's name
     * @param machineFrom how its machine is known
     */
    public static Map<String, Object> of(final String file, final Findings found, final String machineFrom) {
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("recording", recording(file, found.summary()));
        all.put("machine", fields("name", found.machine().name(), "from", machineFrom));
        all.put("waker_to_placement", distances(found.fromWaker()));
        all.put("prev_to_placement", distances(found.fromPrev()));
        all.put("parent_to_new_task", distances(found.newTasks()));
        final Map<String, Object> waiting = new LinkedHashMap<>();
        waiting.put("total_ns", found.waiting().total());
        waiting.put("nearest_idle_ns", keyed(found.waiting().nearestIdle()));
        waiting.put("none_idle_ns", found.waiting().noneIdle());
        waiting.put("work_conserved_pct", found.waiting().conservedPct());
        all.put("waiting", waiting);
        final Map<String, Object> migrations = new LinkedHashMap<>();
        found.migrations().forEach(row -> migrations.put(row.cause().toString(), keyed(row.byDistance())));
        all.put("migrations", migrations);
        all.put("pairs", found.pairs().stream().map(pair -> fields("waker", pair.waker(), "wakee", pair.wakee(),
                "wakeups", pair.wakeUps(), "distances", keyed(pair.byDistance()))).toList());
        all.put("tasks", found.tasks().stream().map(task -> fields("task", task.task(), "waits", task.waits(),
                "waited_ns", task.total(), "longest_ns", task.max(), "ran_ns", task.ran())).toList());
        all.put("llcs", groupObjects(found.llcs()));
        all.put("clusters", groupObjects(found.clusters()));
        all.put("idle_states", found.idleStates().stream()
                .map(use -> fields("state", use.state(), "entries", use.entries(), "ns", use.nanos())).toList());
        all.put("notes", found.notes());
        return all;
    }

    /** An object of these names and values, in this order. */
    private static Map<String, Object> fields(final Object... namesAndValues) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    private static Map<String, Object> recording(final String file, final Summary summary) {
        final Map<String, Object> recording = new LinkedHashMap<>();
        recording.put("file", file);
        recording.put("format", summary.format());
        recording.put("kernel", summary.kernel().orElse(null));
        recording.put("clock", summary.clock().orElse(null));
        recording.put("timed", summary.timed());
        recording.put("span_ns", summary.spanNanos());
        recording.put("cpus", summary.cpus().toString());
        recording.put("cpu_count", summary.cpuCount());
        recording.put("events", summary.events());
        final Map<String, Long> counts = new LinkedHashMap<>();
        summary.counts().forEach((kind, count) -> counts.put(kind == EventKind.OTHER ? "other"
                : kind == EventKind.LOST ? "lost" : kind.tracepoint(), count));
        recording.put("counts", counts);
        recording.put("gaps", summary.gaps());
        recording.put("lost", summary.lost());
        recording.put("overwritten", summary.overwritten());
        recording.put("disorder", summary.disorder());
        recording.put("cut", summary.cut().orElse(null));
        recording.put("warnings", summary.warnings().stream().map(Summary.Warning::toString).toList());
        return recording;
    }

    private static List<Map<String, Object>> distances(final List<Findings.ByDistance> rows) {
        return rows.stream().map(row -> {
            final Map<String, Object> object = new LinkedHashMap<>();
            object.put("distance", row.distance().label());
            object.put("wakeups", row.wakeUps());
            object.put("pct", row.pct());
            object.put("latency_count", row.latency().count());
            object.put("p50_ns", row.latency().p50());
            object.put("p90_ns", row.latency().p90());
            object.put("p99_ns", row.latency().p99());
            object.put("max_ns", row.latency().max());
            object.put("histogram", row.latency().histogram().stream()
                    .map(bucket -> List.of(bucket.upTo(), bucket.count())).toList());
            return object;
        }).toList();
    }

    private static Map<String, Long> keyed(final Map<Distance, Long> byDistance) {
        final Map<String, Long> keyed = new LinkedHashMap<>();
        byDistance.forEach((distance, value) -> keyed.put(distance.label(), value));
        return keyed;
    }

    private static List<Map<String, Object>> groupObjects(final List<Findings.Group> groups) {
        return groups.stream().map(group -> {
            final Map<String, Object> object = new LinkedHashMap<>();
            object.put("cpus", group.cpus());
            object.put("utilisation_pct", Double.isNaN(group.utilisationPct()) ? null : group.utilisationPct());
            return object;
        }).toList();
    }
}
