package dev.perch.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Threads that do nothing, so that what HotSpot keeps of two carriers lies on cache lines apart. It has an array of
 * handles, four words a thread in the order of their starts, and one of them says which virtual thread runs on a
 * carrier: written at each mount, read by each {@link Thread#currentThread}, so by every lock and every park. Two
 * carriers started one after the other would write and read the same line, and each operation of either wait for the
 * other's CPU.
 *
 * <p>The handles are given out in {@link Thread#start}, the lowest free ones first (JDK 25:
 * {@code JavaThread::set_threadOopHandles} in javaThread.cpp, {@code OopStorage::allocate}), so the threads may end
 * when the last carrier has been started. Whoever gets their handles next is no carrier and does not write them.
 */
final class Spacers implements AutoCloseable {
    private static final int BETWEEN = 3; // with the carrier's own 32 bytes: two lines of 64, fetched in pairs
    private static final int STACK_BYTES = 65_536;

    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Thread> spacers = new ArrayList<>();

    /** Starts {@code carrier} apart from those before; or beside them, where a limit forbids so many threads. */
    void start(final Carrier carrier) {
        try {
            space();
            carrier.start();
        } catch (final OutOfMemoryError e) { // what start says where the system refuses a thread
            end();
            carrier.start();
        }
    }

    private void space() {
        for (int i = 0; i < BETWEEN && over.getCount() > 0; i++) {
            spacers.add(Thread.ofPlatform().daemon().name("perch-spacer").stackSize(STACK_BYTES)
                    .inheritInheritableThreadLocals(false).start(this::stay));
        }
    }

    private void stay() {
        try {
            over.await();
        } catch (final InterruptedException e) {
            // it has nothing to do, now or later
        }
    }

    private void end() {
        close();
        spacers.forEach(Unpinned::await);
    }

    /** Lets them end. */
    @Override
    public void close() {
        over.countDown();
    }
}
