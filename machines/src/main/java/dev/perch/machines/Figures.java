package dev.perch.machines;

import java.util.Map;

/**
 * The figures of one kind of cost, and where they come from.
 *
 * @param cost     what they are
 * @param values   the figures by key (see {@link Cost#keys}), in the cost's unit
 * @param source   who measured or declared them; for an estimate, the reasoning
 * @param estimate whether nobody measured them
 */
public record Figures(Cost cost, Map<String, Double> values, String source, boolean estimate) {}
