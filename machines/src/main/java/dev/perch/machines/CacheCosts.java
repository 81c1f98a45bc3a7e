package dev.perch.machines;

import dev.perch.topology.Distance;

/**
 * One level of the cache hierarchy as a task that moves feels it.
 *
 * @param name               {@code L1d}, {@code L2}, {@code L3}
 * @param bytes              the size of one such cache
 * @param sharedWithin       the widest distance between two CPUs that share one: {@link Distance#SMT} for a core's own
 *                           cache, {@link Distance#CLUSTER}, {@link Distance#LLC}
 * @param refillBytesPerNano how fast one core fills it from the next level out
 */
public record CacheCosts(String name, long bytes, Distance sharedWithin, double refillBytesPerNano) {
    CacheCosts refilledAt(final double bytesPerNano) {
        return new CacheCosts(name, bytes, sharedWithin, bytesPerNano);
    }
}
