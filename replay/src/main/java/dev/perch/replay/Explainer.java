package dev.perch.replay;

import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;
import java.util.function.BooleanSupplier;

/**
 * Finds the unrecorded state that could explain why the kernel chose another CPU than its policy does on the rebuilt
 * state: each kind of such state is changed in turn, the wake-up decided again, and the first kind named with which the
 * kernel's answer comes out.
 */
final class Explainer {
    private static final long HEAVY = Integer.MAX_VALUE;

    private final Judge judge;
    private final RecordedRunqueues runqueues;
    private final RunqueueTable table;
    private final SchedDomains domains;
    private final SilentCpus silent;
    private Selection selection;
    private int choice;

    Explainer(final Judge judge, final RecordedRunqueues runqueues, final SilentCpus silent) {
        this.judge = judge;
        this.runqueues = runqueues;
        this.silent = silent;
        table = runqueues.table();
        domains = table.domains();
    }

    /** What could explain that the kernel did not choose {@code chosen}; leaves the state as it was. */
    Unrecorded explain(final Selection of, final int chosen) {
        selection = of;
        choice = chosen;
        if (!selection.isWakeUp()) {
            return Unrecorded.SLOW_PATH;
        }
        for (final Unrecorded cause : Unrecorded.values()) {
            final boolean explains = test(cause);
            judge.rewind(selection.wakeUp);
            if (explains) {
                return cause;
            }
        }
        return Unrecorded.SEVERAL;
    }

    private boolean test(final Unrecorded cause) {
        return switch (cause) {
            case CHANGE_DURING_SEARCH -> changeDuringSearch();
            case SCAN_LIMIT -> anyLimit();
            case IDLE_CORES -> otherIdleCores();
            case SILENT_CPU -> otherSilence();
            case LOADS -> otherLoads();
            case WAKERS_QUEUE -> otherQueue();
            case WAKER_FLIPS -> otherFlips();
            case UNDERWAY -> underway();
            case SLOW_PATH, SEVERAL -> false;
        };
    }

    private boolean fits() {
        return judge.again(selection.wakeUp) == selection.answer;
    }

    private boolean changeDuringSearch() {
        final long[] before = selection.availableBefore;
        boolean changed = false;
        for (int cpu = 0; cpu < domains.topology().size(); cpu++) {
            final boolean was = (before[cpu >> 6] >>> cpu & 1) != 0;
            if (was != table.isAvailableIdle(cpu)) {
                changed = true;
                force(cpu, was);
            }
        }
        final boolean explains = changed && (fits() || anyLimit());
        domains.topology().cpus().forEach(runqueues::show);
        return explains;
    }

    private boolean anyLimit() {
        final int llc = judge.llc(selection);
        for (int limit = 0; limit <= domains.llcs().set(llc).size(); limit++) {
            table.setNrIdleScan(llc, limit);
            if (fits()) {
                return true;
            }
        }
        return false;
    }

    private boolean otherIdleCores() {
        final int llc = judge.llc(selection);
        return domains.smtActive()
                && judge.withIdleCores(selection.wakeUp, llc, !table.hasIdleCores(llc)) == selection.answer;
    }

    private boolean otherSilence() {
        return silent.isSilent(choice) && with(choice, false, this::fits)
                || silent.isSilent(selection.answer) && with(selection.answer, true, this::fits);
    }

    private boolean otherLoads() {
        final int cpu = selection.wakeUp.cpu;
        final boolean explains = withLoad(cpu, 0) || withLoad(cpu, HEAVY);
        runqueues.show(cpu);
        return explains;
    }

    private boolean withLoad(final int cpu, final long load) {
        table.setAverages(cpu, load, table.utilization(cpu), table.runnable(cpu));
        return fits() || anyLimit();
    }

    private boolean otherQueue() {
        final int cpu = selection.wakeUp.cpu;
        final int running = table.nrRunning(cpu);
        boolean explains = false;
        for (int other = 1; other <= 2 && !explains; other++) {
            if (other != running && running > 0) {
                table.setNrRunning(cpu, other, 0);
                explains = fits() || anyLimit();
            }
        }
        runqueues.show(cpu);
        return explains;
    }

    private boolean otherFlips() {
        final WakeUp wakeUp = selection.wakeUp;
        final int flips = wakeUp.waker.wakeeFlips;
        final boolean explains = withFlips(0) || withFlips(Integer.MAX_VALUE / 2);
        judge.setFlips(wakeUp, flips);
        return explains;
    }

    private boolean withFlips(final int flips) {
        judge.setFlips(selection.wakeUp, flips);
        return fits();
    }

    private boolean underway() {
        return with(choice, false, () -> fits() || anyLimit())
                || with(selection.answer, true, () -> fits() || anyLimit());
    }

    private boolean with(final int cpu, final boolean available, final BooleanSupplier test) {
        force(cpu, available);
        final boolean explains = test.getAsBoolean();
        runqueues.show(cpu);
        return explains;
    }

    private void force(final int cpu, final boolean available) {
        if (available) {
            table.becomeIdle(cpu);
        }
        table.setPending(cpu, !available);
    }
}
