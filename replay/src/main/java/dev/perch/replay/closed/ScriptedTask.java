package dev.perch.replay.closed;

import dev.perch.replay.closed.Script.Step;
import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Does in virtual time what a task of a recording did.
 *
 * <p>Each recorded wake-up found its wakee asleep. One that comes here while its wakee still runs is owed: it is made
 * at the waker's next step at which the wakee sleeps, as a writer's next message would, and at the latest when the
 * waker leaves its CPU; a wakee that is awake even then does not sleep next time, and saves that turn.
 */
final class ScriptedTask implements Behavior {
    private static final long NEVER = Long.MIN_VALUE;
    private static final int NOWHERE = -1;
    private static final double GOING_ON_NANOS = 1_000_000;

    private final World world;
    private final Script script;
    private final WakeUps wakeUps;
    private final ScriptedTask[] all;
    private final double turnNanos;
    private final IntArrayList owed = new IntArrayList(); // whom, by number
    private SimulatedTask task;
    private int next;
    private boolean clockRead;
    private long readAt;
    private boolean woke;
    private double saved;
    private long wokenAt = NEVER;
    private int wokenFrom;
    private int sleptOn;
    private int interrupted = NOWHERE;

    /**
     * The one that does {@code script}.
     *
     * @param all       the tasks of the recording by number, this among them
     * @param turnNanos what a turn on a CPU takes by itself, in the recording
     */
    ScriptedTask(final World world, final Script script, final WakeUps wakeUps, final ScriptedTask[] all,
            final double turnNanos) {
        this.world = world;
        this.script = script;
        this.wakeUps = wakeUps;
        this.all = all;
        this.turnNanos = turnNanos;
    }

    /** It is {@code simulated} in the simulation. */
    void is(final SimulatedTask simulated) {
        task = simulated;
    }

    @Override
    public void next(final SimulatedTask self) {
        if (next == 0 && script.isStarted && !script.isBound) {
            self.setAllowed(world.cpus());
        }
        if (wokenAt != NEVER) {
            wakeUps.runs(wokenFrom, sleptOn, self.cpu, world.now() - wokenAt);
            wokenAt = NEVER;
            saved = Math.min(world.turn(), turnNanos);
        }
        final boolean ends = next == script.size();
        final boolean leaves = ends || script.step(next).leaves();
        final int due = due(leaves);
        if (!clockRead && (due != NOWHERE || leaves || script.step(next).needsClock())) {
            clockRead = true;
            self.observe();
            return;
        }
        if (clockRead) {
            clockRead = false;
            readAt = world.now();
        }
        if (due != NOWHERE) {
            all[owed.removeInt(due)].wakenBy(self, false);
        } else if (ends && script.goesOn) {
            self.compute(GOING_ON_NANOS);
        } else if (ends) {
            wakeUps.ended();
            self.exit();
        } else {
            act(self, script.step(next), script.argument(next));
            next++;
        }
    }

    /** The place of a wake-up that is owed and can be made now, or must be. */
    private int due(final boolean leaves) {
        for (int i = 0; i < owed.size(); i++) {
            if (leaves || all[owed.getInt(i)].task.isBlocked()) {
                return i;
            }
        }
        return NOWHERE;
    }

    private void act(final SimulatedTask self, final Step step, final long argument) {
        switch (step) {
            case COMPUTE -> compute(self, argument);
            case START -> self.wake(all[(int) argument].task, false);
            case WAKE -> wake(self, (int) argument, false);
            case SYNC_WAKE -> wake(self, (int) argument, true);
            case FINISH_WAKE -> self.compute(woke ? Math.max(0, (double) (argument - (world.now() - readAt))) : 0);
            case BLOCK -> {
                saved = turnNanos;
                sleptOn = self.cpu;
                self.block();
            }
            case INTERRUPT -> {
                interrupted = (int) argument;
                self.compute(0);
            }
            case SLEEP -> sleep(self, argument);
        }
    }

    private void compute(final SimulatedTask self, final long nanos) {
        self.compute(Math.max(0, nanos - saved) * world.variation());
        saved = Math.max(0, saved - nanos);
    }

    private void wake(final SimulatedTask self, final int number, final boolean sync) {
        woke = all[number].task.isBlocked();
        if (woke) {
            all[number].wakenBy(self, sync);
        } else {
            owed.add(number);
            self.compute(0);
        }
    }

    private void wakenBy(final SimulatedTask waker, final boolean sync) {
        if (task.isBlocked()) {
            wokenAt = world.now();
            wokenFrom = waker.cpu;
        }
        waker.wake(task, sync);
    }

    private void sleep(final SimulatedTask self, final long nanos) {
        sleptOn = self.cpu;
        wokenFrom = world.cpus().contains(interrupted) ? interrupted : self.cpu;
        interrupted = NOWHERE;
        wokenAt = world.now() + nanos;
        self.sleepUntil(wokenAt, wokenFrom);
    }
}
