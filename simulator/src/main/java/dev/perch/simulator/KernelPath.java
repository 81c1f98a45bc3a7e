package dev.perch.simulator;

import dev.perch.machines.Variation;

/**
 * What the kernel's code between a writer and a reader takes, on the reference core and with everything in its own
 * caches: one message, no wake-up. What crossing CPUs adds comes from the machine.
 *
 * <p>The times were measured on a Zen 4 guest (EPYC 9xx4, Linux 6.18, gcc -O2): one task writing to itself, and two
 * tasks on one CPU taking turns. Both agree: a TCP turn is 4.6 µs longer than a pipe's switch, which is what its
 * send and receive take alone. Where in the send the reader is woken is an estimate (two thirds of the way, at the
 * end of the softirq).
 *
 * <p>Softirqs: sampled by perf, two tasks on one CPU of that guest spend 31 % of a TCP turn in softirqs, 7 % in the wake-ups
 * that these make, and 24 and 9 % of a UDP turn. A kernel that accounts for interrupts' time apart, as the configurations of
 * Intel's test robot and of openEuler do (CONFIG_IRQ_TIME_ACCOUNTING), counts none of that as anybody's run time.
 *
 * <p>Lines: of TCP's direction 20 as timed between two tasks that poll on two CPUs of that guest, so that nobody
 * sleeps. (The structures that both ends write have 53: the receiver's socket and what acknowledgements and freeing
 * touch, at either end 20, and the packet's head, data and slab, 13; most of their misses overlap.) UDP's and a Unix
 * socket's in the same proportion to their structures. A pipe's are its head with mutex and wait queue, its inode's times, a
 * buffer and its page; hackbench over pipes on two CPUs of that guest, at 100 ns a line between them, took 0.9 us more for a
 * message that crosses: 9 lines. Within a factor of 1.5.
 *
 * @param name               whose path it is: {@code tcp}
 * @param sendNanos          from the writer's call to the waking of the reader
 * @param afterSendNanos     from there to the writer's return
 * @param enterNanos         from the reader's call until it knows whether there is a message
 * @param receiveNanos       from there, a message being there, to its return
 * @param sharedLines        cache lines that each end writes whenever it uses the channel
 * @param messageLines       cache lines that the sender writes for the receiver with each message, payload apart
 * @param copyBytesPerNano   how fast each end copies payload that is near
 * @param lockedNanos        how long each end holds the mutex besides, 0 where it is not worth a look
 * @param slots              how many buffers there are for messages
 * @param slotBytes          the size of a buffer that messages share, 0 where each has one of its own
 * @param slotsWhenWritable  at how many taken buffers a writer that found none is told that there is room
 * @param softirqNanos       how much of {@code sendNanos} the receiving side of the network stack takes, in a softirq of
 *                           the sender's CPU, which then wakes the reader; 0 where there is none
 */
public record KernelPath(String name, double sendNanos, double afterSendNanos, double enterNanos, double receiveNanos,
        double sharedLines, double messageLines, double copyBytesPerNano, double lockedNanos, int slots, int slotBytes,
        int slotsWhenWritable, double softirqNanos) {

    /** TCP over loopback. The window holds more than a request-and-response benchmark has under way. */
    public static final KernelPath TCP = new KernelPath("tcp", 2250, 1150, 600, 650, 8, 4, 12, 0, 16, 0, 8, 1600);
    /** UDP over loopback. */
    public static final KernelPath UDP = new KernelPath("udp", 1650, 820, 350, 320, 4, 5, 12, 0, 16, 0, 8, 800);
    /**
     * A pipe of 16 pages, which short messages share. Of a call's time about a third is spent under the mutex: the
     * buffer's choice and the copy, by the length of the code.
     */
    public static final KernelPath PIPE = new KernelPath("pipe", 120, 120, 130, 50, 5, 2, 12, 110, 16, 4096, 15, 0);
    /**
     * A Unix stream socket: 208 KiB of send buffer hold 277 messages of 100 bytes with their 768 bytes of
     * bookkeeping; writers are told when three quarters are free.
     */
    public static final KernelPath UNIX = new KernelPath("unix", 560, 270, 300, 570, 4, 4, 12, 0, 277, 0, 69, 0);

    /** This path as {@code variation} takes it: its code's times vary together, and so do its lines. */
    KernelPath varied(final Variation variation) {
        final String code = name + "-code";
        final String lines = name + "-lines";
        return new KernelPath(name, variation.of(code, sendNanos), variation.of(code, afterSendNanos),
                variation.of(code, enterNanos), variation.of(code, receiveNanos), variation.of(lines, sharedLines),
                variation.of(lines, messageLines), copyBytesPerNano, variation.of(code, lockedNanos), slots, slotBytes,
                slotsWhenWritable, variation.of(code, softirqNanos));
    }

    /** Whether both ends move messages under a mutex. */
    boolean hasMutex() {
        return lockedNanos > 0;
    }
}
