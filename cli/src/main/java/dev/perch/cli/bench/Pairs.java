package dev.perch.cli.bench;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What the pairs of runs of one workload gave: each pair one run under the JDK's scheduler and one under Perch's, close
 * in time, so that what else the machine does falls on both.
 *
 * @param bench       the workload
 * @param defaultOps  operations a second under the JDK's scheduler, a pair each
 * @param perchOps    operations a second under Perch's
 */
public record Pairs(String bench, List<Double> defaultOps, List<Double> perchOps) {
    /** Keeps copies. */
    public Pairs {
        defaultOps = List.copyOf(defaultOps);
        perchOps = List.copyOf(perchOps);
    }

    /** The median over the pairs under the JDK's scheduler. */
    public double defaultMedian() {
        return median(defaultOps);
    }

    /** The median over the pairs under Perch's. */
    public double perchMedian() {
        return median(perchOps);
    }

    /** Perch's operations over the default's, a pair each, least first. */
    public List<Double> ratios() {
        return IntStream.range(0, defaultOps.size()).mapToObj(i -> perchOps.get(i) / defaultOps.get(i)).sorted()
                .toList();
    }

    /** The median of {@link #ratios}. */
    public double ratioMedian() {
        return median(ratios());
    }

    static double median(final List<Double> values) {
        final List<Double> sorted = values.stream().sorted().toList();
        final int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
