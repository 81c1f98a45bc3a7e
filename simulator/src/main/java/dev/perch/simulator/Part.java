package dev.perch.simulator;

/**
 * How much of a workload that has an end a run went through; where that is not all, its figures say what the whole
 * would have been.
 *
 * @param done  what was simulated
 * @param whole what there is, 1 upwards
 * @param unit  what is counted: {@code messages}
 */
public record Part(long done, long whole, String unit) {
    /** A workload without an end: whatever is simulated is what its figures are about. */
    static final Part WHOLE = new Part(1, 1, "");

    /** Whether nothing was left out. */
    public boolean isWhole() {
        return done == whole;
    }

    /** How many percent of the whole that is. */
    public double percent() {
        return 100.0 * done / whole;
    }
}
