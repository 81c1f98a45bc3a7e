package dev.perch.simulator;

import dev.perch.scheduler.Policy;
import java.util.List;

/**
 * Drives tasks: a benchmark, an rt-app file, a recording. Immutable; each run starts it anew.
 */
public interface Workload {
    /** The name with its options: {@code hackbench:ipc=sockets}. */
    String name();

    /** What the table calls this case: {@code TCP_RR}, {@code process-pipe}. */
    String caseName();

    /** How large the machine's load at one unit is, and what the figure of a load counts: {@code clients}. */
    String loadUnit();

    /** The figures it is judged by, one or more. */
    List<Metric> metrics();

    /** How long its runs are where nobody says otherwise. */
    default Span span() {
        return Span.USUAL;
    }

    /**
     * Whether it is measured from its own start to its own end. Such a run has no warm-up: where it is cut before its
     * end, warm-up is the part whose rate does not stand for what is left.
     */
    default boolean runsToCompletion() {
        return false;
    }

    /** This workload for a run under {@code policy}; only one that places threads of its own by that is another. */
    default Workload under(final Policy policy) {
        return this;
    }

    /** The policy by which the kernel places its tasks in a run under {@code policy}. */
    default Policy kernel(final Policy policy) {
        return policy;
    }

    /**
     * Creates its tasks in {@code world} at a load of {@code load} units.
     *
     * @param load 1 upwards
     */
    Trial start(World world, int load);

    /** A workload in one run. */
    interface Trial {
        /** Whether all of its tasks have begun, so that warming up makes sense, or measuring where there is none. */
        default boolean isUnderway() {
            return true;
        }

        /** Warm-up has ended at {@code nowNanos}: measure from here. */
        void warm(long nowNanos);

        /** Whether there is nothing left to measure. */
        default boolean isDone() {
            return false;
        }

        /** How much of it there was up to now. */
        default Part part() {
            return Part.WHOLE;
        }

        /**
         * The values of the workload's metrics, in their order, from the end of warm-up to {@code nowNanos}; NaN for one
         * that there was nothing to take from.
         */
        List<Double> results(long nowNanos);
    }
}
