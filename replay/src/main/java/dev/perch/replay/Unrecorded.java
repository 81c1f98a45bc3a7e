package dev.perch.replay;

/** State that no recording holds, which alone could explain why the rebuilt state led to another CPU. */
public enum Unrecorded {
    /** A CPU became idle or busy while the kernel was searching. */
    CHANGE_DURING_SEARCH("a CPU became idle or busy during the search"),
    /** nr_idle_scan: how many runqueues the search could examine. */
    SCAN_LIMIT("how far the search was allowed to go (nr_idle_scan)"),
    /** has_idle_cores: whether the kernel believed in an idle core. */
    IDLE_CORES("whether the kernel believed in an idle core (has_idle_cores)"),
    /** What a CPU did that emitted no event so far. */
    SILENT_CPU("what a CPU did of which there is no event"),
    /** The loads that wake_affine compared. */
    LOADS("the loads that wake_affine compared"),
    /** How many tasks the waker's CPU held, delayed dequeues left out. */
    WAKERS_QUEUE("how many tasks waited on the waker's CPU (delayed dequeues)"),
    /** The waker's flips. */
    WAKER_FLIPS("the waker's wakee_flips"),
    /** A wake-up, or a task in transit, that the CPU chosen by either side had taken in before any event tells. */
    UNDERWAY("a task on its way to or from a CPU between two events"),
    /** The averages and idle times that the slow path of fork and exec compares. */
    SLOW_PATH("the averages and idle times that fork and exec compare"),
    /** More than one of these. */
    SEVERAL("more than one of these");

    private final String meaning;

    Unrecorded(final String meaning) {
        this.meaning = meaning;
    }

    /** Which state it is, in a few words. */
    public String meaning() {
        return meaning;
    }
}
