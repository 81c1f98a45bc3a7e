package dev.perch.scheduler;

import java.util.Optional;

/** A switch of a kernel's scheduler: a sched feature under the kernel's name, or a patch under study. */
public enum Feature {
    /** Bounds the LLC scan by the LLC's utilisation (since 6.0). */
    SIS_UTIL("bounds the idle search by the LLC's utilisation"),
    /** Bounds the LLC scan by the average idle time against the average scan cost (until 6.6). */
    SIS_PROP("bounds the idle search by idle time over scan cost"),
    /** Wake-affine: take the waker's CPU, or prev, if it is idle. */
    WA_IDLE("wake-affine prefers an idle waker's or previous CPU"),
    /** Wake-affine: compare the two CPUs' loads. */
    WA_WEIGHT("wake-affine compares the loads of waker's and previous CPU"),
    /** Wake-affine: lean to the waker's CPU by half the imbalance percentage. */
    WA_BIAS("wake-affine leans towards the waker's CPU"),
    /** Keep an estimate of a task's utilisation beside its decaying average. */
    UTIL_EST("utilisation is estimated across sleeps"),
    /** A task that wakes may take the place of the running one. */
    WAKEUP_PREEMPTION("a wakee may preempt the running task"),
    /** CFS: a sleeper comes back half a latency behind the others, not a whole one. */
    GENTLE_FAIR_SLEEPERS("a sleeper's credit is half a latency"),
    /** EEVDF: a task comes back with the lag that it left with. */
    PLACE_LAG("a task comes back with the lag it left with"),
    /** EEVDF: a new task's first slice is halved. */
    PLACE_DEADLINE_INITIAL("a new task's first slice is halved"),
    /** EEVDF: a task that moves between runqueues keeps its deadline (since 6.12). */
    PLACE_REL_DEADLINE("a task that moves keeps its deadline"),
    /** EEVDF: the running task keeps the CPU until its deadline. */
    RUN_TO_PARITY("the running task keeps the CPU until its deadline"),
    /** EEVDF: a task with a shorter slice may cut that short (since 6.12). */
    PREEMPT_SHORT("a shorter slice may preempt before the deadline"),
    /** EEVDF: a sleeper that had more than its due stays queued until that is paid off (since 6.12). */
    DELAY_DEQUEUE("an ineligible sleeper stays queued for a while"),
    /** EEVDF: what such a sleeper gains while it stays is not kept (since 6.12). */
    DELAY_ZERO("a sleeper dequeued late keeps no positive lag"),
    /** Scan the target's cluster before the rest of its LLC (merged in 6.7). */
    CLUSTER_SCAN("the idle search scans the target's cluster first"),
    /** The kernel is built with its cluster level (CONFIG_SCHED_CLUSTER). */
    SCHED_CLUSTER("the kernel is built with its cluster level"),
    /** SIS_UTIL with more scanning on LLCs of 16 CPUs or fewer. */
    SIS_UTIL_SMALL_LLC("SIS_UTIL scans more on LLCs of 16 CPUs or fewer", SIS_UTIL),
    /** A mask of possibly idle CPUs narrows the LLC scan (RFC v8). */
    IDLE_CPUMASK("a mask of possibly idle CPUs narrows the idle search"),
    /** Wake-ups are steered to the LLC preferred by the task's address space (RFC). */
    SCHED_CACHE("wake-ups are steered to the address space's preferred LLC"),
    /** SCHED_CACHE steers to any CPU of the preferred LLC, not to one. */
    SCHED_CACHE_ANY_CPU("SCHED_CACHE steers to any CPU of the preferred LLC", SCHED_CACHE);

    private final String meaning;
    private final Feature altered; // null for none

    Feature(final String meaning) {
        this(meaning, null);
    }

    Feature(final String meaning, final Feature altered) {
        this.meaning = meaning;
        this.altered = altered;
    }

    /** What it does, in a line. */
    public String meaning() {
        return meaning;
    }

    /** The switch that it alters, and so does nothing without. */
    public Optional<Feature> alters() {
        return Optional.ofNullable(altered);
    }
}
