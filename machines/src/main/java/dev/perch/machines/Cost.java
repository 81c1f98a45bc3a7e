package dev.perch.machines;

import dev.perch.topology.Distance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The kinds of hardware cost, as the sections below {@code costs:} of a machine file name them. */
public enum Cost {
    /** The clock of a busy core. */
    CLOCK("clock", "GHz", "frequency"),
    /** How fast a core runs kernel code from its own caches; the reference is the core that such code was timed on. */
    CODE_SPEED("code-speed", "of the reference core", "kernel"),
    /** The speed of a hardware thread whose SMT sibling is busy, as a share of its speed alone. */
    SMT("smt", "of full speed", "speed"),
    /** One way of a lone cache line from the core that wrote it to one that reads it. */
    LINE_LATENCY("line-latency", "ns", distances(Distance.SMT)),
    /** A cache line's turn when both ends keep writing and lines queue: what a message of many lines pays a line. */
    LINE_TURN("line-turn", "ns", distances(Distance.SMT)),
    /** What passes into or out of one such part, each way: what the part's CPUs share when they talk to others. */
    PORT_BANDWIDTH("port-bandwidth", "bytes/ns", "core", "cluster", "llc", "node", "package"),
    /** Cache misses that one core has outstanding at once. */
    LINES_IN_FLIGHT("lines-in-flight", "lines", "core"),
    /** A load from memory of the CPU's node, of another node of its package, of another package. */
    MEMORY_LATENCY("memory-latency", "ns", distances(Distance.NODE)),
    /** What one core, and all cores of one node together, read from the node's memory. */
    MEMORY_BANDWIDTH("memory-bandwidth", "bytes/ns", "core", "node"),
    /** What an inter-processor interrupt takes of its sender's time, and how long until the other CPU handles it. */
    INTERRUPT("interrupt", "ns", "send", "flight"),
    /** From one task to another of the same process, of another process: the direct cost, caches apart. */
    CONTEXT_SWITCH("context-switch", "ns", "threads", "processes");

    private final String section;
    private final String unit;
    @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody can change
    private final List<String> keys;

    Cost(final String section, final String unit, final String... keys) {
        this(section, unit, List.of(keys));
    }

    Cost(final String section, final String unit, final List<String> keys) {
        this.section = section;
        this.unit = unit;
        this.keys = List.copyOf(keys);
    }

    private static List<String> distances(final Distance nearest) {
        final List<String> keys = new ArrayList<>();
        for (final Distance distance : Distance.values()) {
            if (distance.compareTo(nearest) >= 0) {
                keys.add(key(distance));
            }
        }
        return keys;
    }

    /** What a machine file calls {@code distance}: {@code llc}. */
    static String key(final Distance distance) {
        return distance.label().toLowerCase(Locale.ROOT);
    }

    /** The section of a machine file. */
    public String section() {
        return section;
    }

    /** The unit of its figures. */
    public String unit() {
        return unit;
    }

    /** The figures it may have, in order. */
    public List<String> keys() {
        return keys;
    }
}
