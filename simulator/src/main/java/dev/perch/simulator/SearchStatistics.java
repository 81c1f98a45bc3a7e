package dev.perch.simulator;

import dev.perch.scheduler.Search;

/** What the idle searches of a run did: the kernel's sis_* counters, summed over the CPUs. Mutable. */
public final class SearchStatistics {
    private long searches;
    private long domainSearches;
    private long scanned;
    private long failed;
    private final SearchTimes times = new SearchTimes();

    /** Nothing counted. */
    public SearchStatistics() {}

    /** Counts one decision, whose scan took {@code scanNanos}. */
    void add(final Search search, final double scanNanos) {
        if (search.scanned()) {
            times.add(scanNanos);
        }
        if (search.searched()) {
            searches++;
            scanned += 1 + search.examined;
            if (search.domainSearched()) {
                domainSearches++;
                failed += search.failed() ? 1 : 0;
            }
        }
    }

    /** Counts what {@code other} counted. */
    public void add(final SearchStatistics other) {
        searches += other.searches;
        domainSearches += other.domainSearches;
        scanned += other.scanned;
        failed += other.failed;
        times.add(other.times);
    }

    /** Forgets all, at the end of a run's warm-up. */
    void forget() {
        searches = 0;
        domainSearches = 0;
        scanned = 0;
        failed = 0;
        times.forget();
    }

    /** Calls of select_idle_sibling (sis_search). */
    public long searches() {
        return searches;
    }

    /** Those that target, prev and recent did not end (sis_domain_search). */
    public long domainSearches() {
        return domainSearches;
    }

    /** One a call, and one for each runqueue examined in the scan (sis_scanned). */
    public long scanned() {
        return scanned;
    }

    /** Searches that ended without an idle CPU (sis_failed). */
    public long failed() {
        return failed;
    }

    /** How long the scans of the LLC took. */
    public SearchTimes times() {
        return times;
    }

    /** Search efficiency in percent; {@code NaN} where nothing was searched. */
    public double efficiency(final SearchForm form) {
        return percent(form == SearchForm.SCHEDTESTS ? searches - failed : searches, scanned);
    }

    /** Domain search efficiency in percent; {@code NaN} where no domain was searched. */
    public double domainEfficiency(final SearchForm form) {
        return percent(form == SearchForm.SCHEDTESTS ? domainSearches - failed : domainSearches,
                scanned - (searches - domainSearches));
    }

    /** Searches that target, prev or recent ended, in percent. */
    public double fastRate() {
        return percent(searches - domainSearches, searches);
    }

    /** Searches that found an idle CPU, in percent. */
    public double successRate() {
        return percent(searches - failed, searches);
    }

    private static double percent(final long part, final long whole) {
        return 100.0 * part / whole;
    }
}
