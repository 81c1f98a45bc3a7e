package dev.perch.runtime;

import java.util.Map;

/** What a scheduler tells over JMX, as {@code dev.perch:type=Scheduler,name=…}: see {@link Statistics}. */
public interface SchedulerMXBean {
    /** The CPUs that have a carrier, as a list such as {@code 0-3,8}. */
    String getCpus();

    /** Threads and jobs that have begun and not ended. */
    long getLive();

    /** Times a carrier began to run something. */
    long getRuns();

    /** Times a carrier parked. */
    long getParks();

    /** Times a waker woke a parked carrier. */
    long getKicks();

    /** Placements by distance from the waker's CPU. */
    Map<String, Long> getPlacementsFromWaker();

    /** Placements by distance from the previous CPU. */
    Map<String, Long> getPlacementsFromPrev();

    /** Entities that idle carriers took from others, by distance. */
    Map<String, Long> getPulls();

    /** The measured cost of waking a parked carrier, nanoseconds. */
    long getWakeCostNanos();

    /** Median latency from wake-up to running, nanoseconds. */
    long getLatencyP50Nanos();

    /** 99th percentile of that latency, nanoseconds. */
    long getLatencyP99Nanos();

    /** How often the tick had to hand to a parked carrier what stood still in a queue. */
    long getStranded();

    /** The longest that the ticks saw such a one stand still, nanoseconds. */
    long getStrandedMaxNanos();
}
