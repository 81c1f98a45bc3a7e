package dev.perch.simulator;

import dev.perch.scheduler.WakeUp;
import dev.perch.simulator.SimulatedTask.Action;
import dev.perch.simulator.SimulatedTask.State;

/**
 * Does what tasks do. An action is CPU time up to its effect on others (a message there, a lock taken), then the
 * effect, then CPU time that runs on into the next action: so one event lies between two effects.
 */
final class TaskActions {
    /** Work is gathered into one event up to this; a longer stretch is cut, so that a program of nothing else ends. */
    private static final double LONGEST_STRETCH = 100_000;
    private static final double LEAST_STRETCH = 1;

    private final Simulation simulation;
    private final KernelCosts kernel;
    private final Pipes pipes;
    private final Sockets sockets;

    TaskActions(final Simulation simulation) {
        this.simulation = simulation;
        kernel = simulation.hardware.kernel;
        pipes = new Pipes(simulation);
        sockets = new Sockets(simulation);
    }

    /** Lets {@code p}'s task go on from here: works up to its next effect. */
    void resume(final Processor p) {
        final SimulatedTask task = p.current;
        gather(p, task);
        if (task.work > 0) {
            p.settledAt = simulation.now;
            p.speed = simulation.dispatcher.speedOf(p);
            simulation.after(p, task.nanosAt(p.speed));
        } else {
            act(p, task);
        }
    }

    private void gather(final Processor p, final SimulatedTask task) {
        while (task.action == Action.NONE && task.work < LONGEST_STRETCH
                && !(p.runqueue.needsReschedule() && task.work > 0)) {
            task.behavior.next(task);
            switch (task.action) {
                case COMPUTE -> {
                    task.work += LEAST_STRETCH;
                    if (task.data != null) {
                        task.stall(task.data.refill(p, simulation.hardware));
                        task.data = null;
                    }
                    task.action = Action.NONE;
                }
                case SEND -> {
                    final KernelPath path = task.channel.path;
                    task.work += simulation.code(path.sendNanos() + task.amount / path.copyBytesPerNano());
                    if (!path.hasMutex()) {
                        task.stall(simulation.hardware.handOver(task.channel.lastCpu, p.cpu, path.sharedLines()));
                    }
                }
                case RECEIVE -> task.work += simulation.code(task.channel.path.enterNanos());
                case ACQUIRE, RELEASE, AWAIT -> task.work += simulation.code(kernel.futex);
                case STREAM -> task.stall((double) (simulation.memory.stream(p.cpu, task.pages, task.amount,
                        simulation.now) - simulation.now));
                case WAIT, POST -> enterFutex(p, task);
                case SLEEP, SLEEP_UNTIL -> task.work += simulation.code(kernel.timer);
                case FORK -> create(task);
                case WAKE, SYNC_WAKE, BLOCK, LOCK, UNLOCK, SPIN, MEET, OBSERVE, EXIT, NONE -> {
                }
            }
        }
    }

    private void create(final SimulatedTask task) {
        final SimulatedTask created = task.other;
        final boolean isThread = created.mm == task.mm;
        task.work += simulation.code(isThread ? kernel.createThread : kernel.fork);
        created.work += isThread ? simulation.code(kernel.startThread) : 0;
    }

    /** A post to a word that is set, and a wait for one, need no system call. */
    private void enterFutex(final Processor p, final SimulatedTask task) {
        task.stall(simulation.hardware.handOver(task.futex.lastCpu, p.cpu, Futex.LINES));
        if (!task.futex.isPosted()) {
            task.work += simulation.code(kernel.futex);
        }
    }

    /** The work of {@code p}'s task is done: its effect comes about. */
    void perform(final Processor p) {
        p.current.finishWork();
        act(p, p.current);
    }

    private void act(final Processor p, final SimulatedTask task) {
        if (p.runqueue.needsReschedule() && task.action == Action.NONE) {
            simulation.dispatcher.preempt(p);
            return;
        }
        switch (task.action) {
            case SEND -> {
                if (task.channel.mutex == null) {
                    sockets.send(p, task);
                } else {
                    pipes.send(p, task);
                }
            }
            case RECEIVE -> {
                if (task.channel.mutex == null) {
                    sockets.receive(p, task);
                } else {
                    pipes.receive(p, task);
                }
            }
            case SLEEP -> {
                done(task);
                simulation.timerAfter(task, task.amount);
                block(p, task);
            }
            case SLEEP_UNTIL -> sleepUntil(p, task);
            case WAKE -> wake(p, task, WakeUp.TTWU);
            case SYNC_WAKE -> wake(p, task, WakeUp.TTWU | WakeUp.SYNC);
            case BLOCK -> {
                done(task);
                if (--task.wakes < 0) {
                    block(p, task);
                } else {
                    resume(p);
                }
            }
            case ACQUIRE -> acquire(p, task);
            case RELEASE -> release(p, task);
            case SPIN -> spin(p, task);
            case LOCK -> lock(p, task);
            case UNLOCK -> unlock(p, task);
            case WAIT -> waitFor(p, task);
            case POST -> post(p, task);
            case AWAIT -> await(p, task);
            case MEET -> meet(p, task);
            case FORK -> {
                done(task);
                start(p, task.other);
            }
            case EXIT -> {
                task.state = State.DEAD;
                simulation.dispatcher.leave(p);
            }
            case OBSERVE, NONE, COMPUTE, STREAM -> {
                done(task);
                resume(p);
            }
        }
    }

    /** The action of {@code task} is done. */
    void done(final SimulatedTask task) {
        task.action = Action.NONE;
        task.waiting = false;
    }

    /** The task of {@code p} goes to sleep, until it is woken. */
    void block(final Processor p, final SimulatedTask task) {
        task.state = State.BLOCKED;
        simulation.dispatcher.leave(p);
    }

    private void start(final Processor p, final SimulatedTask task) {
        task.cpu = p.cpu;
        simulation.wakePath.begin(p, task, WakeUp.FORK);
    }

    private void sleepUntil(final Processor p, final SimulatedTask task) {
        done(task);
        if (task.amount > simulation.now) {
            simulation.timerAfter(task, task.amount - simulation.now);
            block(p, task);
        } else {
            resume(p);
        }
    }

    private void wake(final Processor p, final SimulatedTask task, final int flags) {
        done(task);
        final SimulatedTask other = task.other;
        if (other.state == State.NEW) {
            start(p, other);
        } else if (++other.wakes == 0) {
            simulation.wakePath.begin(p, other, flags);
        } else {
            resume(p);
        }
    }

    private void acquire(final Processor p, final SimulatedTask task) {
        final Mutex mutex = task.mutex;
        if (mutex.owner == null || mutex.owner == task) {
            mutex.owner = task;
            done(task);
            resume(p);
        } else {
            task.waiting = true;
            mutex.waiters.add(task);
            block(p, task);
        }
    }

    private void release(final Processor p, final SimulatedTask task) {
        final Mutex mutex = task.mutex;
        done(task);
        mutex.owner = mutex.waiters.poll();
        p.toWake(mutex.owner, WakeUp.TTWU);
        simulation.wakePath.wakeAll(p);
    }

    private void spin(final Processor p, final SimulatedTask task) {
        if (simulation.now >= task.amount) {
            done(task);
            resume(p);
        } else {
            task.waiting = true;
            simulation.at(p, task.amount);
        }
    }

    private void lock(final Processor p, final SimulatedTask task) {
        final SpinLock lock = task.spinLock;
        if (lock.owner == null || lock.owner == task) {
            lock.owner = task;
            lock.waiters -= task.waiting ? 1 : 0;
            done(task);
            resume(p);
        } else {
            lock.waiters += task.waiting ? 0 : 1;
            task.waiting = true;
            simulation.at(p, EventQueue.NEVER);
        }
    }

    private void unlock(final Processor p, final SimulatedTask task) {
        final SpinLock lock = task.spinLock;
        done(task);
        lock.owner = null;
        if (lock.waiters > 0) {
            simulation.dispatcher.passOn(lock);
        }
        resume(p);
    }

    private void waitFor(final Processor p, final SimulatedTask task) {
        final Futex futex = task.futex;
        if (task.waiting) {
            task.stall(simulation.hardware.handOver(futex.lastCpu, p.cpu, Futex.LINES_BACK));
        }
        futex.lastCpu = p.cpu;
        if (futex.isPosted()) {
            futex.clear();
            futex.waiter = null;
            done(task);
            resume(p);
        } else {
            task.waiting = true;
            futex.waiter = task;
            block(p, task);
        }
    }

    private void post(final Processor p, final SimulatedTask task) {
        final Futex futex = task.futex;
        done(task);
        futex.lastCpu = p.cpu;
        final boolean wakes = !futex.isPosted() && futex.waiter != null && futex.waiter.state == State.BLOCKED;
        futex.post();
        if (wakes) {
            simulation.wakePath.begin(p, futex.waiter, WakeUp.TTWU);
        } else {
            resume(p);
        }
    }

    private void await(final Processor p, final SimulatedTask task) {
        final Barrier barrier = task.barrier;
        done(task);
        if (++barrier.arrived < barrier.parties) {
            barrier.waiters.add(task);
            block(p, task);
            return;
        }
        barrier.arrived = 0;
        while (!barrier.waiters.isEmpty()) {
            p.toWake(barrier.waiters.poll(), WakeUp.TTWU);
        }
        simulation.wakePath.wakeAll(p);
    }

    private void meet(final Processor p, final SimulatedTask task) {
        final SpinningBarrier barrier = task.meeting;
        if (!task.waiting) {
            arrive(p, task, barrier);
        } else if (barrier.rounds != task.round) {
            done(task);
            resume(p);
        } else if (simulation.now < task.amount) {
            simulation.at(p, task.amount);
        } else {
            barrier.sleepers.add(task);
            block(p, task);
        }
    }

    private void arrive(final Processor p, final SimulatedTask task, final SpinningBarrier barrier) {
        if (++barrier.arrived < barrier.parties) {
            task.waiting = true;
            task.round = barrier.rounds;
            task.amount = simulation.now + barrier.spinNanos;
            simulation.at(p, task.amount);
            return;
        }
        barrier.arrived = 0;
        barrier.rounds++;
        done(task);
        simulation.dispatcher.seenComplete(barrier);
        while (!barrier.sleepers.isEmpty()) {
            p.toWake(barrier.sleepers.poll(), WakeUp.TTWU);
        }
        simulation.wakePath.wakeAll(p);
    }
}
