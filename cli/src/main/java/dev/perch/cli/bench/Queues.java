package dev.perch.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** Threads that talk through bounded queues; an operation is a message, or a request answered. */
final class Queues {
    private static final int GROUPS = 4;
    private static final int SENDERS = 5;
    private static final int CAPACITY = 16;
    private static final int MESSAGE_BYTES = 100;
    private static final int SERVERS = 8;
    private static final int REQUEST_STEPS = 500;

    private Queues() {}

    /** As hackbench: in each group every sender writes to every receiver. */
    static Load hackbench(final int steps) {
        return (factory, operations) -> {
            final List<Load.Body> workers = new ArrayList<>();
            for (int group = 0; group < GROUPS; group++) {
                addGroup(workers, operations, steps);
            }
            Load.startTogether(factory, workers);
        };
    }

    private static void addGroup(final List<Load.Body> workers, final LongAdder operations, final int steps) {
        final List<BlockingQueue<byte[]>> receivers = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            final var queue = new ArrayBlockingQueue<byte[]>(CAPACITY);
            receivers.add(queue);
            workers.add(() -> {
                while (true) {
                    queue.take();
                    Sink.keep(Load.work(steps));
                    operations.increment();
                }
            });
        }
        for (int i = 0; i < SENDERS; i++) {
            workers.add(() -> {
                while (true) {
                    for (final var receiver : receivers) {
                        receiver.put(new byte[MESSAGE_BYTES]);
                    }
                }
            });
        }
    }

    /** As many clients as servers; servers share one queue of requests, each client has its own for replies. */
    static void requestReply(final ThreadFactory factory, final LongAdder operations) {
        final List<Load.Body> workers = new ArrayList<>();
        final var requests = new LinkedBlockingQueue<BlockingQueue<Double>>();
        for (int i = 0; i < SERVERS; i++) {
            workers.add(() -> {
                while (true) {
                    final var client = requests.take();
                    client.put(Load.work(REQUEST_STEPS));
                }
            });
            final var replies = new ArrayBlockingQueue<Double>(2);
            workers.add(() -> {
                while (true) {
                    requests.put(replies);
                    Sink.keep(replies.take());
                    operations.increment();
                }
            });
        }
        Load.startTogether(factory, workers);
    }
}
