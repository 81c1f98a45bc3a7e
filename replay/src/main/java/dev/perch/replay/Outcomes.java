package dev.perch.replay;

import dev.perch.traces.Event;
import dev.perch.traces.EventSink;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * What became of each wake-up of a recording, from a first reading of it: where the wakee was placed (by sched_wakeup,
 * sched_migrate_task, or where it next runs), and whether the CPU it was placed on, not the waker's, emitted the
 * sched_wakeup (the wake-up was handed over to it). Wake-ups are numbered in the order of their sched_waking.
 */
final class Outcomes implements EventSink {
    private static final int UNKNOWN = -1;

    private final Int2IntOpenHashMap open = new Int2IntOpenHashMap(); // wakee's pid to its wake-up's number
    private final IntArrayList wakerCpu = new IntArrayList();
    private final IntArrayList placed = new IntArrayList();
    private final BitSet handedOver = new BitSet();
    private boolean probed;
    private boolean endsTold;

    Outcomes() {
        open.defaultReturnValue(UNKNOWN);
    }

    @Override
    public void event(final Event event) {
        switch (event.kind) {
            case WAKING -> {
                open.put(event.task, placed.size());
                wakerCpu.add(event.cpu);
                placed.add(UNKNOWN);
            }
            case WAKEUP -> {
                endsTold = true;
                final int number = open.remove(event.task);
                if (number != UNKNOWN) {
                    placed.set(number, event.targetCpu);
                    handedOver.set(number, event.cpu == event.targetCpu && event.cpu != wakerCpu.getInt(number));
                }
            }
            case MIGRATE -> {
                final int number = open.get(event.task);
                if (number != UNKNOWN) {
                    placed.set(number, event.targetCpu);
                }
            }
            case SWITCH -> {
                final int number = open.remove(event.task);
                if (number != UNKNOWN && placed.getInt(number) == UNKNOWN) {
                    placed.set(number, event.cpu);
                }
            }
            case SELECT -> probed = true;
            default -> {
            }
        }
    }

    /** Whether probes recorded the selections. */
    boolean isProbed() {
        return probed;
    }

    /** Whether there is any sched_wakeup; {@code perf sched record} leaves them out. */
    boolean areEndsTold() {
        return endsTold;
    }

    /** How many wake-ups there are. */
    int count() {
        return placed.size();
    }

    /** The CPU that wake-up {@code number} ended on; -1 where the recording does not tell. */
    int placed(final int number) {
        return placed.getInt(number);
    }

    /** Whether the CPU that wake-up {@code number} ended on did the rest of it itself. */
    boolean isHandedOver(final int number) {
        return handedOver.get(number);
    }
}
