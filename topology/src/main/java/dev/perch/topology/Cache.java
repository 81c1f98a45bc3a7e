package dev.perch.topology;

/**
 * One cache as the machine tells of it.
 *
 * @param level     1 is the nearest to the core
 * @param type      what it holds
 * @param sizeBytes its size; 0 where the machine does not tell
 * @param cpus      the online CPUs that share it
 */
public record Cache(int level, Type type, long sizeBytes, CpuSet cpus) {
    /** What a cache holds. */
    public enum Type {
        /** Data alone. */
        DATA,
        /** Instructions alone. */
        INSTRUCTION,
        /** Both. */
        UNIFIED
    }
}
