package dev.perch.simulator.rtapp;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** A thread of rt-app: goes through its phases, event by event. */
final class RtThread implements Behavior {
    /** rt-app's own code between two events, which reads the clock and logs, on the reference core; an estimate. */
    private static final double BETWEEN_NANOS = 300;
    private static final double NANOS_A_MICRO = 1000;
    private static final long NEVER = Long.MIN_VALUE;

    private final World world;
    private final Resources resources;
    private final Measures measures;
    private final TaskSpec spec;
    private final Map<String, Resources.Clock> ownTimers = new HashMap<>();
    private final ArrayDeque<Step> pending = new ArrayDeque<>();
    private SimulatedTask task;
    private boolean begun;
    private boolean clockRead;
    private int loop;
    private int phase;
    private int phaseLoop;
    private int event = -1;
    private long expected = NEVER; // when it was woken, or its timer fired
    private long loopBegan = NEVER;
    private long runBegan = NEVER;
    private long ran;

    /** A part of an event: starts one action of the thread. */
    @FunctionalInterface
    private interface Step {
        void start(SimulatedTask self);
    }

    RtThread(final World world, final Resources resources, final Measures measures, final TaskSpec spec) {
        this.world = world;
        this.resources = resources;
        this.measures = measures;
        this.spec = spec;
    }

    /** It is {@code simulated} in the simulation. */
    void is(final SimulatedTask simulated) {
        task = simulated;
    }

    @Override
    public void next(final SimulatedTask self) {
        final long now = world.now();
        if (expected != NEVER) {
            measures.woken(now - expected);
            expected = NEVER;
        }
        if (!clockRead) { // what is to come begins when all work before is really done
            clockRead = true;
            self.observe();
            return;
        }
        clockRead = false;
        if (runBegan != NEVER) {
            ran += now - runBegan;
            runBegan = NEVER;
        }
        if (!pending.isEmpty()) {
            pending.poll().start(self);
        } else if (!begun) {
            begun = true;
            sleepUntil(self, now + nanos(spec.delayMicros()));
        } else if (advance(now)) {
            begin(spec.phases().get(phase).events().get(event), now);
            self.compute(world.code(BETWEEN_NANOS));
        } else {
            measures.ended();
            self.exit();
        }
    }

    private static long nanos(final double micros) {
        return Math.round(micros * NANOS_A_MICRO);
    }

    /** Goes on to the next event; returns whether there is one. */
    private boolean advance(final long now) {
        event++;
        int tried = 0;
        while (event == spec.phases().get(phase).events().size()) {
            event = 0;
            if (loopBegan != NEVER) {
                measures.looped(ran, now - loopBegan);
            }
            ran = 0;
            loopBegan = NEVER;
            phaseLoop++;
            if (isOver(phaseLoop, spec.phases().get(phase).loops()) || spec.phases().get(phase).events().isEmpty()) {
                phaseLoop = 0;
                phase++;
            }
            if (phase == spec.phases().size()) {
                phase = 0;
                loop++;
                if (isOver(loop, spec.loops()) || ++tried > 1) {
                    return false;
                }
            }
        }
        if (loopBegan == NEVER) {
            loopBegan = now;
            bind(spec.phases().get(phase).cpus());
        }
        return true;
    }

    private static boolean isOver(final int loops, final int most) {
        return most != Phase.ENDLESS && loops >= most;
    }

    private void bind(final CpuSet cpus) {
        if (cpus != null) {
            task.setAllowed(cpus);
        }
    }

    private void begin(final Event next, final long now) {
        switch (next) {
            case Event.Run(final double micros) -> pending.add(self -> {
                runBegan = world.now();
                self.compute(nanos(micros) * world.variation());
            });
            case Event.Elapse(final double micros) -> pending.add(self -> {
                runBegan = world.now();
                self.spinUntil(runBegan + nanos(micros));
            });
            case Event.Sleep(final double micros) -> pending.add(
                    self -> sleepUntil(self, world.now() + nanos(micros)));
            case final Event.Timer timer -> pending.add(self -> await(self, timer));
            case Event.Suspend(final String on) -> suspend(resources.condition(on));
            case Event.Resume(final String on) -> broadcast(resources.condition(on));
            case Event.Broadcast(final String on) -> broadcast(resources.condition(on));
            case Event.Signal(final String on) -> pending.add(self -> signal(self, resources.condition(on)));
            case Event.Lock(final String mutex) -> pending.add(self -> self.acquire(resources.mutex(mutex)));
            case Event.Unlock(final String mutex) -> pending.add(self -> self.release(resources.mutex(mutex)));
            case final Event.Wait wait -> waitFor(wait);
            case Event.Meet(final String barrier) -> pending.add(self -> self.await(resources.barrier(barrier)));
            case Event.Fork(final String child) -> pending.add(self -> fork(self, child));
        }
        if (loopBegan == NEVER) {
            loopBegan = now;
        }
    }

    private void sleepUntil(final SimulatedTask self, final long time) {
        if (time > world.now()) {
            expected = time;
        }
        self.sleepUntil(time);
    }

    private void await(final SimulatedTask self, final Event.Timer timer) {
        final Resources.Clock clock = timer.isOwn()
                ? ownTimers.computeIfAbsent(timer.timer(), key -> new Resources.Clock())
                : resources.timer(timer.timer());
        final long now = world.now();
        final long period = nanos(timer.micros());
        clock.next = (clock.next == NEVER ? loopBegan : clock.next) + period;
        measures.timed(clock.next - now, period);
        sleepUntil(self, clock.next);
        if (clock.next <= now && !timer.absolute()) {
            clock.next = now;
        }
    }

    private void suspend(final Condition on) {
        pending.add(self -> {
            on.add(this);
            self.block();
        });
    }

    private void broadcast(final Condition on) {
        pending.add(self -> {
            signal(self, on);
            if (!on.isEmpty()) {
                broadcast(on);
            }
        });
    }

    private void signal(final SimulatedTask self, final Condition on) {
        final RtThread waiter = on.poll();
        if (waiter == null) {
            self.compute(0);
        } else {
            waiter.expected = waiter.task.isBlocked() ? world.now() : NEVER;
            self.wake(waiter.task, false);
        }
    }

    private void waitFor(final Event.Wait wait) {
        final Condition on = resources.condition(wait.on());
        if (wait.signalsFirst()) {
            pending.add(self -> signal(self, on));
        }
        pending.add(self -> {
            on.add(this);
            self.release(resources.mutex(wait.mutex()));
        });
        pending.add(SimulatedTask::block);
        pending.add(self -> self.acquire(resources.mutex(wait.mutex())));
    }

    private void fork(final SimulatedTask self, final String child) {
        final SimulatedTask spare = resources.spares(child).poll();
        if (spare == null) {
            throw new IllegalArgumentException("task " + spec.name() + " forks " + child + " more than "
                    + RtAppWorkload.MOST_FORKS + " times: fork less often or set a shorter --duration");
        }
        measures.began();
        self.fork(spare);
    }
}
