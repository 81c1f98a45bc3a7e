package dev.perch.report.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * How well a reproduction agrees: in all, study by study, and the third of the rows that was set aside while the model
 * was made beside the others.
 *
 * @param parts what is summed up, and its agreement; the first is all
 */
public record Summary(SequencedMap<String, Agreement> parts) {
    /** The summary of these rows. */
    public static Summary of(final List<Outcome> outcomes) {
        final SequencedMap<String, Agreement> parts = new LinkedHashMap<>();
        parts.put("all", Agreement.of(outcomes));
        for (final Study study : Study.ALL) {
            final List<Outcome> some = outcomes.stream().filter(one -> one.row().study().equals(study.name())).toList();
            if (!some.isEmpty()) {
                parts.put(study.name(), Agreement.of(some));
            }
        }
        parts.put("set aside", Agreement.of(outcomes.stream().filter(one -> one.row().isSetAside()).toList()));
        parts.put("the others", Agreement.of(outcomes.stream().filter(one -> !one.row().isSetAside()).toList()));
        return new Summary(parts);
    }

    /** For programs: the figures of all rows, then those of each part by name. */
    public Map<String, Object> columns() {
        final Map<String, Object> columns = new LinkedHashMap<>(parts.firstEntry().getValue().columns());
        final Map<String, Object> others = new LinkedHashMap<>();
        parts.forEach((name, agreement) -> others.put(name, agreement.columns()));
        columns.put("parts", others);
        return columns;
    }
}
