package dev.perch.traces;

import dev.perch.topology.CpuSet;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link TraceReader} fills: it takes the {@linkplain #event() free event}, sets its fields, and
 * {@linkplain #add adds} it. Events go on to the sink in order of time; those of one stamp keep the order in which
 * they were added. Sorting happens in a window of {@value #WINDOW} events, which costs nothing where a recording is
 * in order, as nearly all are; what comes later than that is passed on late and counted.
 *
 * <p>They go on some at a time: reading and taking are loops of their own, each of which the JIT compiles once and soon,
 * where one call chain from the bytes to the last sum would be compiled whole, several times over.
 */
public final class Intake {
    /** How many events are held back for sorting. */
    static final int WINDOW = 1024;
    /** As many CPUs as any Linux kernel can be built for (NR_CPUS of x86). */
    static final int MOST_CPUS = 8192;
    private static final int BATCH = 512;
    private static final long LATEST = 1L << 61; // 73 years: differences of stamps are never too large for a long
    private static final int MOST_WARNINGS = 100;

    private final String format;
    private final Outlet outlet;
    private final Names names;

    private final Event[] window = new Event[WINDOW]; // a ring, sorted by stamp
    private int head;
    private int size;
    private Event free = new Event();
    private Event[] batch = batch(); // in order, about to be passed on
    private int batched;
    private final Suspects suspects = new Suspects();
    private final Losses losses = new Losses();

    private final long[] counts = new long[EventKind.values().length];
    private final long[] cpus = new long[MOST_CPUS / 64];
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long overwritten;
    private long disorder;
    private int cpuCount;
    private Optional<String> kernel = Optional.empty();
    private Optional<String> clock = Optional.empty();
    private boolean timed = true;
    private Optional<String> cut = Optional.empty();
    private int firstEndCpu;
    private long firstEnd = Long.MAX_VALUE;
    private final Map<String, Summary.Warning> warnings = new LinkedHashMap<>();

    /** Where events go, some at a time. */
    @FunctionalInterface
    interface Outlet {
        /**
         * Takes some events, in order of time.
         *
         * @param events a {@linkplain #batch() batch}, of which the first {@code count} are filled
         * @return the batch to fill next
         */
        Event[] pass(Event[] events, int count);
    }

    /** Events to fill. */
    static Event[] batch() {
        final var events = new Event[BATCH];
        Arrays.setAll(events, i -> new Event());
        return events;
    }

    /** An intake that passes events on to {@code outlet}. */
    Intake(final String format, final Names names, final Outlet outlet) {
        this.format = format;
        this.names = names;
        this.outlet = outlet;
        Arrays.setAll(window, i -> new Event());
    }

    /** Where names become numbers. */
    public Names names() {
        return names;
    }

    /** The event to fill next; the same one until it is added. */
    public Event event() {
        return free;
    }

    /** Puts the filled event in its place in time. */
    public void add() {
        if (losses.arePending()) {
            final Event next = free;
            for (Event loss = losses.take(next); loss != null; loss = losses.take(next)) {
                free = loss;
                insert();
            }
            free = next;
        }
        insert();
    }

    private void insert() {
        if (size == WINDOW) {
            passFirst();
        }
        final Event event = free;
        int place = head + size & WINDOW - 1;
        free = window[place];
        int earlier = place - 1 & WINDOW - 1;
        for (int left = size; left > 0 && window[earlier].nanos > event.nanos; left--) {
            window[place] = window[earlier];
            place = earlier;
            earlier = place - 1 & WINDOW - 1;
        }
        window[place] = event;
        size++;
    }

    private void passFirst() {
        window[head] = pass(window[head]);
        head = head + 1 & WINDOW - 1;
        size--;
    }

    /** Puts the filled event behind those added before: for readers that merge in order by themselves. */
    public void addInOrder() {
        if (losses.arePending()) {
            for (Event loss = losses.take(free); loss != null; loss = losses.take(free)) {
                pass(loss);
            }
        }
        free = pass(free);
    }

    /** Puts a copy of this event behind those added before: for readers that hold events and merge them in order. */
    public void addInOrder(final Event event) {
        free.copy(event);
        addInOrder();
    }

    /** Passes an event on; the event to use in its stead from now on. */
    private Event pass(final Event event) {
        if (event.nanos > LATEST || event.nanos < -LATEST) {
            warn("an event with an impossible stamp passed over", "CPU " + event.cpu);
            return event;
        }
        if (!suspects.isNear(event.nanos)) {
            return suspect(event);
        }
        if (suspects.count() > 0) {
            dropSuspects();
        }
        return put(event);
    }

    private Event suspect(final Event event) {
        if (suspects.isApart(event.nanos)) {
            judgeSuspects();
        }
        final Event other = suspects.hold(event);
        if (suspects.count() == Suspects.FEW) {
            judgeSuspects();
        }
        return other;
    }

    private void judgeSuspects() {
        if (suspects.areGenuine()) {
            passSuspects();
        } else {
            dropSuspects();
        }
    }

    private void passSuspects() {
        final int count = suspects.count();
        final Event[] held = suspects.settle();
        for (int i = 0; i < count; i++) {
            held[i] = put(held[i]);
        }
    }

    private void dropSuspects() {
        for (int i = suspects.count(); i > 0; i--) {
            warn("an event stamped more than a day apart from all others passed over", "CPU " + suspects.cpu());
        }
        suspects.drop();
    }

    private Event put(final Event event) {
        final Event other = batch[batched];
        batch[batched++] = event;
        if (batched == BATCH) {
            deliver();
        }
        return other;
    }

    private void deliver() {
        final int count = batched;
        if (count == 0) {
            return;
        }
        batched = 0;
        for (int i = 0; i < count; i++) {
            final Event event = batch[i];
            if (event.kind != EventKind.CUT) {
                counts[event.kind.ordinal()]++;
                cpus[event.cpu >> 6] |= 1L << event.cpu;
            }
            disorder += event.nanos < lastNanos ? 1 : 0;
            lastNanos = Math.max(lastNanos, event.nanos);
            firstNanos = Math.min(firstNanos, event.nanos);
        }
        batch = outlet.pass(batch, count);
    }

    /**
     * Events of {@code cpu} were lost before its next event.
     *
     * @param count how many, negative where it was not recorded
     */
    public void lost(final int cpu, final long count) {
        losses.add(cpu, count);
    }

    /** Whether {@code cpu} is a number this can take; readers pass over events of others with a warning. */
    public static boolean isCpu(final long cpu) {
        return cpu >= 0 && cpu < MOST_CPUS;
    }

    /**
     * Counts something odd or broken.
     *
     * @param what what it is, the same text for every case of its kind
     * @param place where this one is: {@code line 12}, {@code byte 4096}
     */
    public void warn(final String what, final String place) {
        final Summary.Warning known = warnings.get(what);
        if (known != null) {
            warnings.put(what, new Summary.Warning(what, known.count() + 1, known.firstPlace()));
        } else if (warnings.size() < MOST_WARNINGS) {
            warnings.put(what, new Summary.Warning(what, 1, place));
        }
    }

    /** The file ends too early. */
    public void cut(final String place) {
        cut = Optional.of(place);
    }

    /** The file goes on behind this place, but cannot be read there. */
    public void damaged(final String what, final String place) {
        warn("damaged (" + what + "): nothing behind it is read", place);
    }

    /**
     * Nothing of {@code cpu} is known beyond this stamp, although other CPUs' events go on: for readers that merge in
     * order by themselves, of a file that is cut or damaged.
     */
    public void ends(final int cpu, final long nanos) {
        if (nanos < firstEnd) {
            firstEnd = nanos;
            firstEndCpu = cpu;
        }
        free.kind = EventKind.CUT;
        free.cpu = cpu;
        free.nanos = nanos;
        addInOrder();
    }

    /** The kernel's release. */
    public void kernel(final String release) {
        kernel = Optional.of(release);
    }

    /** The clock's name, and whether its stamps are times. */
    public void clock(final String name, final boolean isTime) {
        clock = Optional.of(name);
        timed = isTime;
    }

    /** How many CPUs the recording says the machine has. */
    public void cpuCount(final long count) {
        cpuCount = Math.clamp(count, 0, MOST_CPUS);
    }

    /** The same, 0 where it has not been told. */
    int cpuCount() {
        return cpuCount;
    }

    /** How many events the recorder overwrote before those that are left. */
    public void overwritten(final long count) {
        overwritten += Math.max(count, 0);
    }

    /** Passes on what is held back, and sums up. */
    Summary finish() {
        while (size > 0) {
            passFirst();
        }
        if (suspects.isSettled()) {
            dropSuspects();
        } else {
            passSuspects();
        }
        deliver();
        while (losses.arePending()) { // after a CPU's last event
            pass(losses.takeLast(Math.max(lastNanos, 0)));
        }
        deliver();
        if (firstEnd < lastNanos) {
            warn("the events before are of some CPUs only: each ends at its last one, CPU " + firstEndCpu + " first, "
                    + (lastNanos - firstEnd) / 1000 + " us before the last, and nothing is computed beyond",
                    cut.orElse("the damage"));
        }
        final var kinds = new EnumMap<EventKind, Long>(EventKind.class);
        for (final EventKind kind : EventKind.values()) {
            if (counts[kind.ordinal()] > 0) {
                kinds.put(kind, counts[kind.ordinal()]);
            }
        }
        final long events = kinds.values().stream().mapToLong(Long::longValue).sum() - counts[EventKind.LOST.ordinal()];
        final boolean any = lastNanos >= firstNanos;
        return new Summary(format, kernel, clock, timed, CpuSet.ofWords(cpus), cpuCount, events, kinds,
                any ? firstNanos : 0, any ? lastNanos : 0, losses.gaps(), losses.events(), overwritten, disorder,
                List.copyOf(warnings.values()), cut);
    }
}
