package dev.perch.traces.raw;

import dev.perch.traces.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recognizes the scheduler's tracepoints in a perf.data that was cut before their format files: sched_switch by what
 * its samples hold, the others by their numbers around sched_switch's, each only if its samples hold what it would. All
 * other tracepoints show that their CPU ran.
 */
final class RecognizedFormats implements PerfRecordWalk.Visitor {
    private static final int ENOUGH_SAMPLES = 1 << 14;
    private static final int REVERSED = -1; // as GCC numbers them

    private final ByteOrdered order;
    private final PerfAttrs attrs;
    private final Map<Integer, List<byte[]>> samples = new HashMap<>(); // by tracepoint: the tid and the event's bytes
    private int count;

    private RecognizedFormats(final ByteOrdered order, final PerfAttrs attrs) {
        this.order = order;
        this.attrs = attrs;
    }

    /** The formats that the records in this stretch of the file show; none where sched_switch is not among them. */
    static List<EventFormat> of(final Source source, final ByteOrdered order, final PerfAttrs attrs, final long from,
            final long to) throws IOException {
        final var formats = new RecognizedFormats(order, attrs);
        new PerfRecordWalk(source, order, formats).over(from, to);
        return formats.recognize();
    }

    @Override
    public long record(final int type, final byte[] bytes, final int at, final int size, final long place) {
        if (type == PerfRecords.SAMPLE && attrs.first() != null) {
            final int content = at + PerfRecords.HEADER;
            final PerfAttr attr = attrs.of(bytes, content, at + size);
            if (attr.isTraced() && attr.cpuOffset() + 4 <= size - PerfRecords.HEADER) {
                keep(bytes, content + attr.tidOffset() + 4, attr.rawPlace(bytes, content, at + size, order), at + size);
            }
        }
        return count < ENOUGH_SAMPLES ? 0 : ENOUGH;
    }

    private void keep(final byte[] bytes, final int tid, final int raw, final int end) {
        final int size = raw < 0 ? 0 : order.s32(bytes, raw);
        if (size < Short.BYTES || size > end - raw - 4) {
            return;
        }
        final var kept = new byte[Integer.BYTES + size];
        System.arraycopy(bytes, tid, kept, 0, Integer.BYTES);
        System.arraycopy(bytes, raw + 4, kept, Integer.BYTES, size);
        samples.computeIfAbsent(order.u16(bytes, raw + 4), id -> new ArrayList<>()).add(kept);
        count++;
    }

    @Override
    public void cut(final long place) { // told when the records are read
    }

    @Override
    public void lost(final String what, final long place) { // told when the records are read
    }

    @Override
    public void damaged(final long place) { // told when the records are read
    }

    private List<EventFormat> recognize() {
        for (final SchedLayout layout : SchedLayout.SWITCH) {
            final Optional<Integer> id = samples.keySet().stream().filter(other -> margin(layout, other) > 0)
                    .max((one, other) -> Integer.compare(margin(layout, one), margin(layout, other)));
            if (id.isPresent()) {
                return around(layout.format(id.get()));
            }
        }
        return List.of();
    }

    private List<EventFormat> around(final EventFormat change) {
        final int step = margin(change.id(), REVERSED) >= margin(change.id(), -REVERSED) ? REVERSED : -REVERSED;
        final var formats = new HashMap<Integer, EventFormat>(Map.of(change.id(), change));
        for (final SchedLayout layout : SchedLayout.OTHERS) {
            final int id = change.id() + step * layout.place();
            if (margin(layout, id) > 0) {
                formats.put(id, layout.format(id));
            }
        }
        samples.keySet().forEach(id -> formats.putIfAbsent(id, new EventFormat("", id, Map.of(), "")));
        return List.copyOf(formats.values());
    }

    /** How well all samples fit this order of numbers. */
    private int margin(final int change, final int step) {
        return SchedLayout.OTHERS.stream().mapToInt(layout -> margin(layout, change + step * layout.place())).sum();
    }

    /** How many more of a tracepoint's samples fit this layout than do not. */
    private int margin(final SchedLayout layout, final int id) {
        int margin = 0;
        for (final byte[] sample : samples.getOrDefault(id, List.of())) {
            final int size = sample.length - Integer.BYTES;
            margin += layout.fits(sample, Integer.BYTES, size, order, order.s32(sample, 0)) ? 1 : -1;
        }
        return margin;
    }
}
