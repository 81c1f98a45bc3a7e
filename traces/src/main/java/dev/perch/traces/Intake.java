package dev.perch.traces;

import dev.perch.topology.CpuSet;
import java.util.ArrayList;
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
 */
public final class Intake {
    /** How many events are held back for sorting. */
    static final int WINDOW = 1024;
    /** As many CPUs as any Linux kernel can be built for (NR_CPUS of x86). */
    static final int MOST_CPUS = 8192;
    private static final long LATEST = 1L << 61; // 73 years: differences of stamps are never too large for a long
    private static final int MOST_WARNINGS = 100;

    private final String format;
    private final EventSink sink;
    private final Names names;

    private final Event[] window = new Event[WINDOW]; // a ring, sorted by stamp
    private int head;
    private int size;
    private Event free = new Event();

    private final Map<EventKind, long[]> counts = new EnumMap<>(EventKind.class);
    private final long[] cpus = new long[MOST_CPUS / 64];
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long gaps;
    private long lost;
    private long overwritten;
    private long disorder;
    private int cpuCount;
    private Optional<String> kernel = Optional.empty();
    private Optional<String> clock = Optional.empty();
    private boolean timed = true;
    private Optional<String> cut = Optional.empty();
    private final Map<String, long[]> warnings = new LinkedHashMap<>();
    private final List<String> firstPlaces = new ArrayList<>();

    private int[] lostCpus = new int[4];
    private long[] lostCounts = new long[4];
    private int lostPending;

    /** An intake that passes events on to {@code sink}. */
    Intake(final String format, final Names names, final EventSink sink) {
        this.format = format;
        this.names = names;
        this.sink = sink;
        Arrays.setAll(window, i -> new Event());
        for (final EventKind kind : EventKind.values()) {
            counts.put(kind, new long[1]);
        }
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
        if (lostPending != 0) {
            final Event next = free;
            for (int i = lostIndex(next.cpu); i >= 0; i = lostIndex(next.cpu)) {
                free = takeLost(i, next.nanos);
                insert();
            }
            free = next;
        }
        insert();
    }

    private void insert() {
        if (size == WINDOW) {
            deliver(window[head]);
            head = head + 1 & WINDOW - 1;
            size--;
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

    /** Passes the filled event on at once: for readers that merge in order by themselves. */
    public void addInOrder() {
        addInOrder(free);
    }

    /** Passes an event of the reader's own on at once: for readers that merge in order by themselves. */
    public void addInOrder(final Event event) {
        if (lostPending != 0) {
            for (int i = lostIndex(event.cpu); i >= 0; i = lostIndex(event.cpu)) {
                deliver(takeLost(i, event.nanos));
            }
        }
        deliver(event);
    }

    private void deliver(final Event event) {
        if (event.nanos > LATEST || event.nanos < -LATEST) {
            warn("an event with an impossible stamp passed over", "CPU " + event.cpu);
            return;
        }
        counts.get(event.kind)[0]++;
        cpus[event.cpu >> 6] |= 1L << event.cpu;
        if (event.nanos < lastNanos) {
            disorder++;
        } else {
            lastNanos = event.nanos;
        }
        firstNanos = Math.min(firstNanos, event.nanos);
        sink.event(event);
    }

    /**
     * Events of {@code cpu} were lost before its next event.
     *
     * @param count how many, negative where it was not recorded
     */
    public void lost(final int cpu, final long count) {
        if (lostPending == lostCpus.length) {
            lostCpus = Arrays.copyOf(lostCpus, lostPending * 2);
            lostCounts = Arrays.copyOf(lostCounts, lostPending * 2);
        }
        lostCpus[lostPending] = cpu;
        lostCounts[lostPending++] = count;
        gaps++;
        lost += Math.max(count, 0);
    }

    private int lostIndex(final int cpu) {
        int i = lostPending - 1;
        while (i >= 0 && lostCpus[i] != cpu) {
            i--;
        }
        return i;
    }

    private Event takeLost(final int index, final long nanos) {
        final var event = new Event();
        event.kind = EventKind.LOST;
        event.cpu = lostCpus[index];
        event.nanos = nanos;
        event.number = (int) Math.min(lostCounts[index], Integer.MAX_VALUE);
        lostPending--;
        lostCpus[index] = lostCpus[lostPending];
        lostCounts[index] = lostCounts[lostPending];
        return event;
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
        final long[] count = warnings.get(what);
        if (count != null) {
            count[0]++;
        } else if (warnings.size() < MOST_WARNINGS) {
            warnings.put(what, new long[]{1});
            firstPlaces.add(place);
        }
    }

    /** The file ends too early, or cannot be read beyond here. */
    public void cut(final String place) {
        cut = Optional.of(place);
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
        for (; size > 0; size--) {
            deliver(window[head]);
            head = head + 1 & WINDOW - 1;
        }
        while (lostPending > 0) { // losses after a CPU's last event
            deliver(takeLost(lostPending - 1, Math.max(lastNanos, 0)));
        }
        final var kinds = new EnumMap<EventKind, Long>(EventKind.class);
        counts.forEach((kind, count) -> {
            if (count[0] > 0) {
                kinds.put(kind, count[0]);
            }
        });
        final var all = new ArrayList<Summary.Warning>();
        warnings.forEach((what, count) -> all.add(new Summary.Warning(what, count[0], firstPlaces.get(all.size()))));
        final long events = kinds.values().stream().mapToLong(Long::longValue).sum() - counts.get(EventKind.LOST)[0];
        final boolean any = lastNanos >= firstNanos;
        return new Summary(format, kernel, clock, timed, CpuSet.ofWords(cpus), cpuCount, events, kinds,
                any ? firstNanos : 0, any ? lastNanos : 0, gaps, lost, overwritten, disorder, List.copyOf(all), cut);
    }
}
