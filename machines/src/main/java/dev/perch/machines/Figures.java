package dev.perch.machines;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of one kind of cost, and where they come from.
 *
 * @param cost     what they are
 * @param values   the figures by key (see {@link Cost#keys}), in the cost's unit
 * @param source   who measured or declared them; for an estimate, the reasoning
 * @param estimate whether nobody measured them
 */
public record Figures(Cost cost, Map<String, Double> values, String source, boolean estimate) {
    /** These figures as {@code variation} takes them; a share stays one. */
    Figures varied(final Variation variation) {
        final Map<String, Double> varied = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            final double other = variation.of(cost.section(), value);
            varied.put(key, cost == Cost.SMT ? Math.min(1, other) : other);
        });
        return new Figures(cost, varied, source, estimate);
    }
}
