package dev.perch.simulator.jvm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The benchmarks of {@code perch bench-runtime} that need no spinning, in virtual time, with the same numbers of
 * threads and sizes of queues. Their work is given in dependent multiplications there, which take the reference core 2 ns.
 */
final class Benches {
    private static final double STEP_NANOS = 2;
    private static final double WORK_NANOS = 3_000 * STEP_NANOS;
    private static final double REQUEST_NANOS = 500 * STEP_NANOS;
    private static final double CHILD_NANOS = 5_000 * STEP_NANOS;
    private static final int SENDERS = 5;
    private static final int CAPACITY = 16;
    private static final int CHILDREN = 8;

    private Benches() {}

    /** By name. */
    static Map<String, Bench> all() {
        final Map<String, Bench> all = new LinkedHashMap<>();
        all.put("pingpong", Bench.of("pairs", Benches::pingPong));
        all.put("request-reply", new RequestReply());
        all.put("hackbench", Bench.of("groups", jvm -> hackbench(jvm, 0)));
        all.put("hackbench-work", Bench.of("groups", jvm -> hackbench(jvm, WORK_NANOS)));
        all.put("fork-join", Bench.of("forkers", Benches::forkJoin));
        all.put("tcp", Bench.of("connections", jvm -> echo(jvm, 0)));
        all.put("tcp-work", Bench.of("connections", jvm -> echo(jvm, WORK_NANOS)));
        return all;
    }

    private static void pingPong(final Jvm jvm) {
        final Mailbox there = jvm.mailbox(1);
        final Mailbox back = jvm.mailbox(1);
        jvm.begin(there.put(0), back.take(), jvm.operations);
        jvm.begin(there.take(), back.put(0));
    }

    /** As many clients as servers, which share one queue of requests; each client has its own for replies. */
    private static final class RequestReply implements Bench {
        @Override
        public String unit() {
            return "clients";
        }

        @Override
        public void begin(final Jvm jvm, final int clients) {
            final Mailbox requests = jvm.mailbox(clients);
            final var replies = new Mailbox[clients];
            for (int i = 0; i < clients; i++) {
                replies[i] = jvm.mailbox(2);
                jvm.begin(requests.take(), Steps.compute(jvm.world, REQUEST_NANOS), Mailbox.answer(replies));
                jvm.begin(requests.put(i), replies[i].take(), jvm.operations);
            }
        }
    }

    private static void hackbench(final Jvm jvm, final double work) {
        final var put = new Step[SENDERS];
        for (int i = 0; i < SENDERS; i++) {
            final Mailbox receiver = jvm.mailbox(CAPACITY);
            put[i] = receiver.put(0);
            jvm.begin(receiver.take(), Steps.compute(jvm.world, work), jvm.operations);
        }
        for (int i = 0; i < SENDERS; i++) {
            jvm.begin(put);
        }
    }

    private static void forkJoin(final Jvm jvm) {
        final var program = new Step[CHILDREN + 2];
        final var done = new Latch(jvm.world, CHILDREN);
        final Step start = Steps.start(jvm, Steps.compute(jvm.world, CHILD_NANOS), done.countDown());
        Arrays.fill(program, 0, CHILDREN, start);
        program[CHILDREN] = done.await();
        program[CHILDREN + 1] = jvm.operations;
        jvm.begin(program);
    }

    private static void echo(final Jvm jvm, final double work) {
        final Socket requests = jvm.socket();
        final Socket replies = jvm.socket();
        jvm.begin(requests.receive(), Steps.compute(jvm.world, work), replies.send());
        jvm.begin(requests.send(), replies.receive(), jvm.operations);
    }
}
