package dev.perch.scheduler;

/**
 * What one decision did and cost; filled anew by every {@link Placement#select}. What every decision writes shares
 * one word.
 */
public final class Search {
    private static final Step[] STEPS = Step.values();
    private static final int STEP = 0xFF; // the step's number, from 1; 0 for none
    private static final int SEARCHED = 0x100;
    private static final int DOMAIN_SEARCHED = 0x200;
    private static final int SCANNED = 0x400;
    private static final int FAILED = 0x800;

    /** The CPU that wake-affine chose; -1 where it was not asked. */
    public int affineTarget;
    /** Whether the wake-up was found wide: 1 or 0, or -1 where that was not asked. */
    public int wide;
    /** CPUs that the scan looked at one by one, while it sought no idle core (calls of __select_idle_cpu). */
    public int probes;
    /**
     * Runqueues that the scan examined, in both its forms: what sis_scanned counts beyond the call itself. Those of a
     * search for an idle core only where {@link #countsCores} is set.
     */
    public int examined;
    /** Whether {@link #examined} is to count searches for an idle core too, which costs a walk over the cores. */
    public boolean countsCores;

    private int course;

    /** Forgets the last decision. */
    public void clear() {
        course = 0;
        affineTarget = -1;
        wide = -1;
        probes = 0;
        examined = 0;
    }

    /** The step that chose the CPU; null where the policy does not say. */
    public Step step() {
        final int number = course & STEP;
        return number == 0 ? null : STEPS[number - 1];
    }

    /** Notes that {@code step} chose the CPU. */
    public void setStep(final Step step) {
        setStep(step, 0);
    }

    /** Notes that the step {@code places} after {@code step} chose the CPU: for choices made without a branch. */
    public void setStep(final Step step, final int places) {
        course = course & ~STEP | step.ordinal() + 1 + places;
    }

    /** Whether select_idle_sibling was called. */
    public boolean searched() {
        return (course & SEARCHED) != 0;
    }

    /** Notes that select_idle_sibling is called. */
    public void noteSearched() {
        course |= SEARCHED;
    }

    /** Whether target, prev and recent all failed and the search beyond them was entered. */
    public boolean domainSearched() {
        return (course & DOMAIN_SEARCHED) != 0;
    }

    /** Notes that the search beyond target, prev and recent is entered. */
    public void noteDomainSearched() {
        course |= DOMAIN_SEARCHED;
    }

    /** Whether the scan over the LLC (select_idle_cpu) was entered, be it that it then refused to scan. */
    public boolean scanned() {
        return (course & SCANNED) != 0;
    }

    /** Notes that the scan over the LLC is entered. */
    public void noteScanned() {
        course |= SCANNED;
    }

    /** Whether the search ended without any CPU better than its target. */
    public boolean failed() {
        return (course & FAILED) != 0;
    }

    /** Says whether the search ended without any CPU better than its target. */
    public void setFailed(final boolean failed) {
        course = failed ? course | FAILED : course & ~FAILED;
    }

    /** The steps of a wake-up that can end it with a CPU, in the order in which they are tried. */
    public enum Step {
        /** It may run on one CPU only; the policy was not asked. */
        BOUND("the only CPU that it may run on"),
        /** The policy chose a CPU that it may not run on. */
        NOT_ALLOWED("the first allowed one, for the policy's choice is not"),
        /** The waker asked for its own CPU. */
        CURRENT_CPU("the waker asked for its own CPU"),
        /** Neither the slow nor the fast path applies. */
        STAY("no domain applies"),
        /** The slow path: the idlest group, then its idlest CPU. */
        SLOW_PATH("the slow path's idlest CPU"),
        /** The target idles. */
        TARGET("target is idle"),
        /** The previous CPU idles near the target. */
        PREV("prev is idle"),
        /** A per-CPU kernel thread wakes its own CPU's client. */
        STACK("stacked on a per-CPU kernel thread"),
        /** The recently used CPU idles near the target. */
        RECENT("recent is idle"),
        /** The first idle CPU of enough capacity, or the largest idle one. */
        CAPACITY("idle with capacity for the task"),
        /** An SMT sibling of the previous CPU idles. */
        SMT("an idle SMT sibling"),
        /** The scan of the target's cluster found it. */
        CLUSTER("idle in target's cluster"),
        /** The scan of the LLC found it. */
        LLC("idle in target's LLC"),
        /** The previous CPU, idle but outside the target's cluster. */
        PREV_FALLBACK("nothing nearer is idle: prev"),
        /** The recently used CPU, idle but outside the target's cluster. */
        RECENT_FALLBACK("nothing nearer is idle: recent"),
        /** Nothing idles. */
        FALLBACK("nothing idle found: target");

        private final String meaning;

        Step(final String meaning) {
            this.meaning = meaning;
        }

        /** Why the CPU was taken, in a few words. */
        public String meaning() {
            return meaning;
        }
    }
}
