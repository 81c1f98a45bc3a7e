package dev.perch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The back-end for Loom's interface, over types of the shape that its description gives. */
@Timeout(30)
final class LoomBackEndTest {
    /** As Thread.VirtualThreadTask. */
    public interface Task extends Runnable {
        /** Its thread. */
        Thread thread();
    }

    /** As Thread.VirtualThreadScheduler. */
    public interface Scheduler {
        /** A thread starts. */
        void onStart(Task task);

        /** A thread may go on. */
        void onContinue(Task task);
    }

    /** A task over a continuation of this JDK. */
    private record StandIn(Runnable continuation, Thread thread) implements Task {
        @Override
        public void run() {
            continuation.run();
        }
    }

    @Test
    void passesStartsAndContinuationsOfAThreadAsOneObject() throws Exception {
        final BackEnd jdk = new ConstructorBackEnd();
        final var seen = new ConcurrentLinkedQueue<Runnable>();
        final var runnable = new LinkedBlockingQueue<Runnable>();
        final var backEnd = new LoomBackEnd(Scheduler.class, Task.class, scheduler -> {
            final var tasks = new StandIn[1];
            return jdk.builder(continuation -> {
                if (tasks[0] == null) {
                    tasks[0] = new StandIn(continuation, jdk.thread(continuation));
                    ((Scheduler) scheduler).onStart(tasks[0]);
                } else {
                    ((Scheduler) scheduler).onContinue(tasks[0]);
                }
            });
        });
        final Thread thread = backEnd.builder(task -> {
            seen.add(task);
            runnable.add(task);
        }).unstarted(LockSupport::park);
        thread.start();
        runnable.take().run();
        LockSupport.unpark(thread);
        runnable.take().run();
        thread.join();
        assertThat(seen).hasSize(2).allMatch(task -> backEnd.thread(task) == thread);
        assertThat(seen.stream().distinct()).hasSize(1);
    }
}
