package dev.perch.machines;

import dev.perch.topology.Distance;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a machine's hardware charges for work that crosses CPUs. Plain primitives by {@link Distance}; each figure
 * stands once, with its source, in the machine's file ({@link #figures}).
 *
 * <p>A distance that the file gives no figure for costs what the next farther one does, or the next nearer one where
 * none is farther: on a machine without such a distance nobody asks. {@link Distance#SAME_CPU} costs nothing.
 */
public final class HardwareCosts {
    private static final int DISTANCES = Distance.values().length;

    private final Map<Cost, Figures> figures = new EnumMap<>(Cost.class);
    private final List<CacheCosts> caches;
    private final String cacheSource;
    private final List<IdleState> idleStates;
    private final String idleSource;
    private final double[] lineLatency;
    private final double[] lineTurn;
    private final double[] portBandwidth;
    private final double[] memoryLatency;

    HardwareCosts(final List<Figures> figures, final List<CacheCosts> caches, final String cacheSource,
            final List<IdleState> idleStates, final String idleSource) {
        figures.forEach(group -> this.figures.put(group.cost(), group));
        for (final Cost cost : Cost.values()) {
            if (!this.figures.containsKey(cost) && cost != Cost.LINE_TURN) {
                throw new IllegalArgumentException("the section '" + cost.section() + "' is missing");
            }
        }
        this.caches = List.copyOf(caches);
        this.cacheSource = cacheSource;
        this.idleStates = List.copyOf(idleStates);
        this.idleSource = idleSource;
        lineLatency = byDistance(Cost.LINE_LATENCY);
        lineTurn = this.figures.containsKey(Cost.LINE_TURN) ? byDistance(Cost.LINE_TURN) : lineLatency;
        portBandwidth = byDistance(Cost.PORT_BANDWIDTH);
        memoryLatency = byDistance(Cost.MEMORY_LATENCY);
        if (idleStates.isEmpty()) {
            throw new IllegalArgumentException("'idle-states' has no state");
        }
        for (final Cost cost : List.of(Cost.CLOCK, Cost.CODE_SPEED, Cost.SMT, Cost.LINES_IN_FLIGHT,
                Cost.MEMORY_BANDWIDTH,
                Cost.INTERRUPT,
                Cost.CONTEXT_SWITCH)) {
            cost.keys().forEach(key -> figure(cost, key));
        }
    }

    /**
     * These costs with each figure as {@code variation} takes it. The figures of a section vary together, by its name;
     * so do {@code cache-refill}, the caches' rates, and {@code idle-exit}, the idle states' exit latencies.
     */
    public HardwareCosts varied(final Variation variation) {
        return new HardwareCosts(figures().stream().map(group -> group.varied(variation)).toList(),
                caches.stream().map(cache -> cache.refilledAt(
                        variation.of("cache-refill", cache.refillBytesPerNano()))).toList(),
                cacheSource,
                idleStates.stream().map(state -> state.leftIn(variation.of("idle-exit", state.exitNanos()))).toList(),
                idleSource);
    }

    /** The figures of {@code cost}, whose keys are those of the farthest distances, in order. */
    private double[] byDistance(final Cost cost) {
        final Map<String, Double> values = figures.get(cost).values();
        final List<String> keys = cost.keys();
        final double[] result = new double[DISTANCES];
        double farther = 0;
        for (int i = DISTANCES - 1; i > 0; i--) {
            final int key = i - (DISTANCES - keys.size());
            farther = key < 0 ? farther : values.getOrDefault(keys.get(key), farther);
            result[i] = farther;
        }
        for (int i = 1; i < DISTANCES; i++) {
            result[i] = result[i] == 0 ? result[i - 1] : result[i];
        }
        if (result[DISTANCES - 1] == 0) {
            throw new IllegalArgumentException("'" + cost.section() + "' has no figure");
        }
        return result;
    }

    private double figure(final Cost cost, final String key) {
        final Double value = figures.get(cost).values().get(key);
        if (value == null) {
            throw new IllegalArgumentException("'" + cost.section() + "' lacks the figure '" + key + "'");
        }
        return value;
    }

    /** Nanoseconds of one lone cache line from the CPU that wrote it to one that reads it, one way. */
    public double lineLatencyNanos(final Distance distance) {
        return lineLatency[distance.ordinal()];
    }

    /**
     * Nanoseconds a cache line costs when both ends keep writing and lines queue for their turn, as a message of many
     * lines finds it. Between clusters this differs where the lone line's latency does not.
     */
    public double lineTurnNanos(final Distance distance) {
        return lineTurn[distance.ordinal()];
    }

    /**
     * Bytes a nanosecond, each way, through the port that a hand-over at {@code distance} leaves one part and enters
     * another by: a core's (CLUSTER), a cluster's (LLC), an LLC's (NODE), a node's (PACKAGE), a package's (SYSTEM). All
     * CPUs of the part share it.
     */
    public double portBytesPerNano(final Distance distance) {
        return portBandwidth[distance.ordinal()];
    }

    /** How many cache misses one core has outstanding at once: independent remote reads overlap by so many. */
    public double linesInFlight() {
        return figure(Cost.LINES_IN_FLIGHT, "core");
    }

    /** Nanoseconds of a load from memory: of the CPU's node (NODE and nearer), its package's, another's. */
    public double memoryLatencyNanos(final Distance distance) {
        return memoryLatency[distance.ordinal()];
    }

    /** Bytes a nanosecond that one core alone reads from its node's memory. */
    public double coreMemoryBytesPerNano() {
        return figure(Cost.MEMORY_BANDWIDTH, "core");
    }

    /** Bytes a nanosecond that all cores of one node together read from its memory. */
    public double nodeMemoryBytesPerNano() {
        return figure(Cost.MEMORY_BANDWIDTH, "node");
    }

    /** Nanoseconds of the sender's time for an inter-processor interrupt. */
    public double interruptSendNanos() {
        return figure(Cost.INTERRUPT, "send");
    }

    /** Nanoseconds from the sending of an inter-processor interrupt to its handler, the target being awake. */
    public double interruptFlightNanos() {
        return figure(Cost.INTERRUPT, "flight");
    }

    /** Nanoseconds of a context switch, between tasks of one process or of two; without cache refill. */
    public double contextSwitchNanos(final boolean sameProcess) {
        return figure(Cost.CONTEXT_SWITCH, sameProcess ? "threads" : "processes");
    }

    /** The speed, above 0 to 1, of a hardware thread while its SMT sibling is busy; 1 without SMT. */
    public double smtSpeed() {
        return figure(Cost.SMT, "speed");
    }

    /**
     * How fast a core runs kernel code whose data is in its own caches, the reference core being 1: one thread of a Zen 4
     * at 3.7 GHz in a guest of Linux 6.18 with its mitigations, on which the simulator's kernel paths were timed.
     */
    public double codeSpeed() {
        return figure(Cost.CODE_SPEED, "kernel");
    }

    /** Cycles a nanosecond of a busy core. */
    public double clockGigahertz() {
        return figure(Cost.CLOCK, "frequency");
    }

    /** The caches that hold data, innermost first. */
    public List<CacheCosts> caches() {
        return caches;
    }

    /** Where the caches' figures come from. */
    public String cacheSource() {
        return cacheSource;
    }

    /** The states an idle CPU can rest in, shallowest first; at least one. */
    public List<IdleState> idleStates() {
        return idleStates;
    }

    /** Where the idle states' figures come from. */
    public String idleSource() {
        return idleSource;
    }

    /** Every figure with its source, in the order of {@link Cost}. */
    public List<Figures> figures() {
        return List.copyOf(figures.values());
    }
}
