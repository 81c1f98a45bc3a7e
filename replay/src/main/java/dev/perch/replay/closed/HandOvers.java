package dev.perch.replay.closed;

import dev.perch.replay.closed.Script.Step;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds who waits for whom although no event tells: a waker whose wakee takes its CPU from it at once does not go to
 * sleep, and by the time it runs again what it would have waited for is there. Whether it would have, the pair's other
 * wake-ups tell, after which the waker had its CPU: if it mostly slept next until the wakee woke it, it waits.
 */
final class HandOvers {
    private final List<HandOver> hidden = new ArrayList<>();
    private final Long2IntOpenHashMap balances = new Long2IntOpenHashMap(); // by pair: answers waited for, less others

    /**
     * A wake-up whose wakee took the waker's CPU and then slept.
     *
     * @param waker the script that may wait, in its step {@code waiting}
     * @param wakee the script that may answer, in its step {@code answering}
     */
    private record HandOver(Script waker, int waiting, Script wakee, int answering) {}

    private static long pair(final Script waker, final Script wakee) {
        return (long) waker.number << Integer.SIZE | wakee.number;
    }

    /** {@code waker} woke {@code wakee}, and what it did next was to wait for its answer, or was something else. */
    void observed(final Script waker, final Script wakee, final boolean waited) {
        balances.addTo(pair(waker, wakee), waited ? 1 : -1);
    }

    /** {@code wakee} took the CPU of {@code waker}, and sleeps now; both have a step to spare. */
    void hidden(final Script waker, final int waiting, final Script wakee, final int answering) {
        hidden.add(new HandOver(waker, waiting, wakee, answering));
    }

    /** Writes into the scripts what was found. */
    void write() {
        for (final HandOver found : hidden) {
            if (balances.get(pair(found.waker, found.wakee)) > 0) {
                found.waker.replace(found.waiting, Step.BLOCK, 0);
                found.wakee.replace(found.answering, Step.SYNC_WAKE, found.waker.number);
            }
        }
    }
}
