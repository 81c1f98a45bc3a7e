package dev.perch.simulator.jvm;

import dev.perch.simulator.KernelPath;

/**
 * What a JVM's own code takes, on the reference core and with its data in its own caches. Measured on the runtime's
 * benchmarks on a Zen 4 guest, everything on one carrier: a LockSupport ping-pong takes 500 ns there and back, which
 * is two turns of an unpark and a switch; a message through an ArrayBlockingQueue without waiting takes 100 ns, put and
 * take. How a turn divides is an estimate. Within a factor of 1.5.
 */
final class JvmCosts {
    /** Making another virtual thread runnable: unpark, and queueing it on the waker's own carrier. */
    static final double UNPARK = 80;
    /** From one virtual thread that blocks, or ends, into the next. */
    static final double SWITCH = 170;
    /** Creating a virtual thread, apart from its first wake-up. */
    static final double START = 250;
    /** Putting into a queue, or taking from it, under its lock. */
    static final double QUEUE = 50;
    /** Counting down a latch. */
    static final double LATCH = 20;
    /** Looking into another carrier's queue. */
    static final double LOOK = 5;
    /** Between two looks of a carrier that watches for work. */
    static final double SPIN = 200;
    /** A turn of epoll_wait, or of epoll_ctl: the system call and its bookkeeping. */
    static final double EPOLL = 400;

    /** Cache lines of a virtual thread that a waker on another CPU writes: its state, its place in a queue. */
    static final int WAKE_LINES = 3;
    /** Cache lines of a carrier's queue that whoever adds to it or takes from it writes. */
    static final int QUEUE_LINES = 2;
    /** Cache lines of a lock with its queue that each user writes. */
    static final int LOCK_LINES = 3;
    /** Cache lines of a message and what points to it. */
    static final int MESSAGE_LINES = 2;
    /** What a virtual thread touches between two waits: its stack, copied to and from the heap, and its objects. */
    static final int WORKING_SET = 4 << 10;

    /** Parking a carrier and waking it: a futex below pthread_cond_wait and pthread_cond_signal. */
    static final KernelPath FUTEX = new KernelPath("futex", 300, 50, 300, 100, 2, 0, 1, 0, 8, 0, 7, 0);
    /** What wakes a thread in epoll_wait: the callback at the end of the packet's way. */
    static final KernelPath EPOLL_WAKE = new KernelPath("epoll", 100, 0, EPOLL, 100, 2, 0, 1, 0, 8, 0, 7, 0);

    private JvmCosts() {}
}
