package dev.perch.report.study;

import dev.perch.scheduler.placement.IdleScanLimit;
import dev.perch.topology.Topology;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows {@code nr_idle_scan/curve}: how many runqueues SIS_UTIL lets a search of an LLC examine, by the LLC's
 * utilisation in percent. Computed by the engine's own update_idle_cpu_scan.
 */
final class ScanCurve {
    private static final Pattern MACHINE = Pattern.compile("llc-(\\d{1,4})");
    private static final Pattern LOAD = Pattern.compile("sum_util (\\d{1,3}) ?%");
    /** imbalance_pct of an LLC's domain (sd_init). */
    private static final int IMBALANCE_PCT = 117;
    private static final int PERCENT = 100;

    private ScanCurve() {}

    /** The curve's value; empty where {@code row} is about something else. */
    static Optional<Plan> plan(final PublishedRow row) {
        if (!row.bench().equals("nr_idle_scan")) {
            return Optional.empty();
        }
        final int cpus = number(MACHINE, "machine", row.machine(), "llc-112");
        final int percent = number(LOAD, "load", row.load(), "sum_util 35%");
        if (cpus == 0) {
            throw PublishedRow.wrong("machine", "an LLC has one CPU at least");
        }
        final long utilization = (long) cpus * Topology.FULL_CAPACITY * percent / PERCENT;
        return Optional.of(new Plan.Computed(IdleScanLimit.of(cpus, utilization, IMBALANCE_PCT)));
    }

    private static int number(final Pattern form, final String column, final String cell, final String example) {
        final Matcher matcher = form.matcher(cell);
        if (!matcher.matches()) {
            throw PublishedRow.wrong(column, "'" + cell + "' is not understood: write it as " + example);
        }
        return Integer.parseInt(matcher.group(1));
    }
}
