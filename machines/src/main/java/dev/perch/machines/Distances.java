package dev.perch.machines;

import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The distances between nodes in hwloc's XML: since 2.0 a matrix of whole numbers in {@code distances2}, before it one
 * of fractions of a base in {@code distances}.
 */
final class Distances {
    private static final int MOST_NODES = 1024;

    private final List<Double> values = new ArrayList<>();
    private final StringBuilder words = new StringBuilder();
    private int objects; // as many as the matrix has rows; 0 where it does not tell
    private boolean ofNodes;
    private boolean inValues;
    private boolean complete;
    private double base = 1;

    /** Takes the start of {@code element}, whose attributes {@code attribute} gives; empty text for missing ones. */
    void start(final String element, final UnaryOperator<String> attribute) {
        if (complete) {
            return; // only the first matrix: the firmware's
        }
        switch (element) {
            case "distances2" -> {
                ofNodes = attribute.apply("type").equals("NUMANode");
                objects = (int) number(attribute.apply("nbobjs"), 0);
            }
            case "distances" -> {
                ofNodes = true; // of other objects in no known file
                objects = (int) number(attribute.apply("nbobjs"), 0);
                base = number(attribute.apply("latency_base"), 1);
            }
            case "latency" -> add(number(attribute.apply("value"), 0));
            case "u64values" -> inValues = ofNodes;
            default -> {
                // not of distances
            }
        }
    }

    /** Takes the text inside an element. */
    void text(final String text) {
        if (inValues && words.length() < MOST_NODES * MOST_NODES) {
            words.append(text);
        }
    }

    /** Takes the end of {@code element}. */
    void end(final String element) {
        if (element.equals("u64values") && inValues) {
            for (final String word : words.toString().strip().split("\\s+", -1)) {
                add(number(word, 0));
            }
            words.setLength(0);
            inValues = false;
        } else if (element.equals("distances2") || element.equals("distances")) {
            if (ofNodes && objects > 0 && values.size() != (long) objects * objects) {
                throw new IllegalArgumentException("distances: " + values.size() + " for " + objects + " nodes, not "
                        + (long) objects * objects);
            }
            complete |= ofNodes;
            ofNodes = false;
        }
    }

    private void add(final double value) {
        if (values.size() < MOST_NODES * MOST_NODES && ofNodes) {
            values.add(value);
        }
    }

    /** Adds the distances between {@code nodes}, in the file's order, if the matrix fits them. */
    void addTo(final Topology.Builder builder, final int[] nodes) {
        if (values.size() != nodes.length * nodes.length) {
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            builder.nodeDistance(nodes[i / nodes.length], nodes[i % nodes.length],
                    (int) Math.round(values.get(i) * base));
        }
    }

    private static double number(final String text, final double missing) {
        if (text.isEmpty()) {
            return missing;
        }
        if (!text.matches("\\d{1,15}(\\.\\d{1,15})?")) {
            throw new IllegalArgumentException("distances: expected a number, not '" + text + "'");
        }
        return Double.parseDouble(text);
    }
}
