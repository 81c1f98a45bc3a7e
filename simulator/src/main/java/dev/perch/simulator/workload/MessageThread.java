package dev.perch.simulator.workload;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * schbench's message thread: creates its workers; then it wakes all that wait, the last comer first, with one time stamp
 * for the whole batch, again and again.
 */
final class MessageThread implements Behavior {
    private enum Step {
        CREATE, LOOK, TAKE, WAKE, RUNG, THINK, PAUSE
    }

    /**
     * What it does between two batches.
     *
     * @param waits      whether it waits until a worker rings
     * @param thinkNanos how long it runs then, by the clock
     * @param pauseNanos how long it sleeps at last, drawn anew each time; 0 for not at all
     */
    record Between(boolean waits, long thinkNanos, LongSupplier pauseNanos) {}

    private final World world;
    private final Mailbox mailbox;
    private final List<SimulatedTask> workers;
    private final Between between;
    private final Worker[] batch;
    private int created;
    private int left;
    private long stamp;
    private Step step = Step.CREATE;

    /** A message thread of {@code workers}. */
    MessageThread(final World world, final Mailbox mailbox, final List<SimulatedTask> workers, final Between between) {
        this.world = world;
        this.mailbox = mailbox;
        this.workers = workers;
        this.between = between;
        batch = new Worker[workers.size()];
    }

    @Override
    public void next(final SimulatedTask self) {
        switch (step) {
            case CREATE -> {
                self.fork(workers.get(created++));
                step = created < workers.size() ? Step.CREATE : Step.LOOK;
            }
            case LOOK -> {
                mailbox.bell.clear();
                self.observe();
                step = Step.TAKE;
            }
            case TAKE -> {
                stamp = world.now();
                left = mailbox.takeInto(batch);
                step = Step.WAKE;
                next(self);
            }
            case WAKE -> {
                if (left > 0) {
                    self.post(batch[--left].wake(stamp));
                } else {
                    step = Step.RUNG;
                    if (between.waits()) {
                        self.waitFor(mailbox.bell);
                    } else {
                        next(self);
                    }
                }
            }
            case RUNG -> {
                if (between.thinkNanos() > 0) {
                    self.observe();
                    step = Step.THINK;
                } else {
                    step = Step.PAUSE;
                    next(self);
                }
            }
            case THINK -> {
                self.spinUntil(world.now() + between.thinkNanos());
                step = Step.PAUSE;
            }
            case PAUSE -> {
                final long pause = between.pauseNanos().getAsLong();
                step = Step.LOOK;
                if (pause > 0) {
                    self.sleep(pause);
                } else {
                    next(self);
                }
            }
        }
    }
}
