package dev.perch.cli.bench;

import dev.perch.runtime.PerchScheduler;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * One measurement in a JVM of its own: warms up, counts operations, prints them a second, and ends. It ends
 * early when its standard input does, which its parent holds open: no child outlives a parent that is stopped. Arguments:
 * the scheduler ({@code default} or {@code perch}), the workload, the milliseconds of warm-up and of measurement.
 */
public final class BenchChild {
    private BenchChild() {}

    /** Prints operations a second on a line, then what the scheduler tells of itself. */
    public static void main(final String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(BenchChild::endWithParent);
        final PerchScheduler scheduler = args[0].equals("perch") ? PerchScheduler.builder().build() : null;
        final ThreadFactory factory = scheduler == null
                ? Thread.ofVirtual().factory()
                : scheduler.virtualThreads().factory();
        final var operations = new LongAdder();
        RuntimeBench.named(args[1]).start(factory, operations);
        Thread.sleep(Long.parseLong(args[2]));
        operations.reset();
        final long start = System.nanoTime();
        Thread.sleep(Long.parseLong(args[3]));
        final long done = operations.sum();
        final double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println(done / seconds);
        if (scheduler != null) {
            System.out.println(scheduler.statistics());
        }
        System.out.flush();
        Runtime.getRuntime().halt(0); // the workload never ends by itself
    }

    private static void endWithParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (final IOException e) {
            // as good as its end
        }
        Runtime.getRuntime().halt(1);
    }
}
