package dev.perch.replay;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueChoice;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;
import java.util.List;

/**
 * Decides each recorded selection by the recorded kernel's own policy, compares, and learns from the kernel's answer
 * what no event tells about the next ones: silent CPUs, and how far searches may go.
 */
final class Judge {
    private static final int MANY_FLIPS = 1 << 20;

    private final RecordedRunqueues runqueues;
    private final RunqueueTable table;
    private final SchedDomains domains;
    private final Placement placement;
    private final RunqueueChoice core;
    private final List<Candidate> others;
    private final SilentCpus silent;
    private final ScanLimits limits;
    private final DecisionState before;
    private final DecisionState after;
    private final Search search = new Search();
    private final Search trial = new Search();
    private final int everyCpu;

    Judge(final Policy own, final List<Candidate> others, final RecordedRunqueues runqueues, final SilentCpus silent) {
        this.others = others;
        this.runqueues = runqueues;
        this.silent = silent;
        table = runqueues.table();
        domains = table.domains();
        placement = own.placement(domains, table);
        core = new RunqueueChoice(placement, domains.topology());
        limits = new ScanLimits(runqueues);
        before = new DecisionState(table);
        after = new DecisionState(table);
        everyCpu = domains.topology().size();
    }

    /** The recorded kernel's placement. */
    Placement placement() {
        return placement;
    }

    /** What the last decision did. */
    Search search() {
        return search;
    }

    /** The policy's choice, the state as it is believed to be. */
    int decide(final Selection selection) {
        final WakeUp wakeUp = selection.wakeUp;
        limits.balance(placement, others, wakeUp.nowNanos);
        limits.apply(wakeUp.nowNanos);
        before.keep(wakeUp);
        final int choice = core.select(wakeUp, search);
        after.keep(wakeUp);
        return choice;
    }

    /** Puts the state back to before the decision. */
    void rewind(final WakeUp wakeUp) {
        before.restore(wakeUp);
        limits.apply(wakeUp.nowNanos);
    }

    /** Puts the state back to before the decision, with the limits of {@code candidate}. */
    void rewind(final WakeUp wakeUp, final Candidate candidate) {
        before.restore(wakeUp);
        limits.apply(candidate, wakeUp.nowNanos);
    }

    /** Decides again, the state as it is now, and leaves no trace. */
    int again(final WakeUp wakeUp) {
        before.restore(wakeUp);
        final int choice = core.select(wakeUp, trial);
        before.restore(wakeUp);
        return choice;
    }

    /** What {@link #again} did. */
    Search trial() {
        return trial;
    }

    /** Learns from the kernel's answer, and leaves the state as its decision does. */
    void learn(final Selection selection, final int choice) {
        if (selection.isWakeUp() && search.scanned()) {
            learnLimit(selection);
        }
        if (choice != selection.answer) {
            learnSilence(selection, choice);
        }
        if (!selection.isProbed) {
            learnFlips(selection);
        }
        after.restore(selection.wakeUp);
    }

    private void learnFlips(final Selection selection) {
        final WakeUp wakeUp = selection.wakeUp;
        if (withFlips(wakeUp, 0, 0) == withFlips(wakeUp, MANY_FLIPS, everyCpu)) {
            return; // they do not matter here
        }
        final RecordedTask waker = selection.waker();
        final RecordedTask wakee = selection.wakee();
        final boolean alike = waker.inherited().equals(wakee.inherited());
        for (int count = 0; count < InheritedFlips.LIMIT; count++) {
            final int wakers = waker.flipsWith(count);
            final int wakees = wakee.flipsWith(count);
            if (withFlips(wakeUp, wakers, alike ? wakees : wakee.wakeeFlips) == selection.answer) {
                waker.inherited().explain(count);
            }
            if (!alike && withFlips(wakeUp, waker.wakeeFlips, wakees) == selection.answer) {
                wakee.inherited().explain(count);
            }
        }
        waker.inherited().settle();
        wakee.inherited().settle();
    }

    private int withFlips(final WakeUp wakeUp, final int wakers, final int wakees) {
        before.restore(wakeUp);
        final int kept = wakeUp.wakee.wakeeFlips;
        wakeUp.waker.wakeeFlips = wakers;
        wakeUp.wakee.wakeeFlips = wakees;
        final int choice = core.select(wakeUp, trial);
        wakeUp.wakee.wakeeFlips = kept;
        before.restore(wakeUp);
        return choice;
    }

    private void learnLimit(final Selection selection) {
        final WakeUp wakeUp = selection.wakeUp;
        final int llc = llc(selection);
        final int without = withLimit(wakeUp, llc, 0);
        final int with = withLimit(wakeUp, llc, everyCpu);
        final int looks = table.hasIdleCores(llc) ? 1 : trial.probes; // a search for an idle core needs a limit above 0
        limits.apply(wakeUp.nowNanos);
        if (looks == 0 || with == without) {
            return;
        }
        if (selection.answer == without) {
            limits.fewerThan(llc, looks, wakeUp.nowNanos);
        } else if (selection.answer == with) {
            limits.atLeast(llc, looks, wakeUp.nowNanos);
        }
    }

    /** The decision with has_idle_cores of {@code llc} as given. */
    int withIdleCores(final WakeUp wakeUp, final int llc, final boolean has) {
        before.restore(wakeUp);
        table.setHasIdleCores(llc, has);
        final int choice = core.select(wakeUp, trial);
        before.restore(wakeUp);
        return choice;
    }

    /** Lets the waker have {@code flips} in every decision to come of this wake-up. */
    void setFlips(final WakeUp wakeUp, final int flips) {
        wakeUp.waker.wakeeFlips = flips;
        before.keep(wakeUp);
    }

    /** The LLC that the last decision searched. */
    int llc(final Selection selection) {
        return domains.llcs().of(search.affineTarget >= 0 ? search.affineTarget : selection.prev());
    }

    private int withLimit(final WakeUp wakeUp, final int llc, final int limit) {
        table.setNrIdleScan(llc, limit);
        return again(wakeUp);
    }

    private void learnSilence(final Selection selection, final int choice) {
        final long now = selection.wakeUp.nowNanos;
        int taken = choice;
        int believed = 0;
        final var changed = new int[everyCpu];
        while (taken != selection.answer && isDoubtful(selection, taken)) {
            silent.believeBusy(taken, now);
            changed[believed++] = taken;
            taken = again(selection.wakeUp);
        }
        if (taken != selection.answer) {
            while (believed > 0) {
                silent.believeIdle(changed[--believed], now);
            }
        }
        if (silent.isBelievedBusy(selection.answer) && selection.isWakeUp() && selection.answer != selection.prev()) {
            silent.believeIdle(selection.answer, now);
        }
    }

    private boolean isDoubtful(final Selection selection, final int taken) {
        return silent.isSilent(taken) && !silent.isBelievedBusy(taken) && runqueues.length(taken) == 0
                && selection.isWakeUp();
    }
}
