package dev.perch.simulator.workload;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * schbench's message thread: creates its workers; then, whenever one of them rings, it wakes all that wait, the last
 * comer first, with one time stamp for the whole batch.
 */
final class MessageThread implements Behavior {
    private enum Step {
        CREATE, LOOK, TAKE, WAKE, PAUSE
    }

    private final World world;
    private final Mailbox mailbox;
    private final List<SimulatedTask> workers;
    private final LongSupplier pauseNanos;
    private final Worker[] batch;
    private int created;
    private int left;
    private long stamp;
    private Step step = Step.CREATE;

    /**
     * A message thread of {@code workers}.
     *
     * @param pauseNanos how long it sleeps between the ring and the waking, drawn anew each time; 0 for not at all
     */
    MessageThread(final World world, final Mailbox mailbox, final List<SimulatedTask> workers,
            final LongSupplier pauseNanos) {
        this.world = world;
        this.mailbox = mailbox;
        this.workers = workers;
        this.pauseNanos = pauseNanos;
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
                    self.waitFor(mailbox.bell);
                    step = Step.PAUSE;
                }
            }
            case PAUSE -> {
                final long pause = pauseNanos.getAsLong();
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
