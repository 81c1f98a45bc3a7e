package dev.perch.scheduler.balance;

import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.topology.SchedDomain;
import java.util.Arrays;

/**
 * One look at one sched domain for one CPU: what was examined, whom it found busiest, which tasks were detached. A
 * mutable object that is filled anew for every look.
 */
public final class Look {
    private static final int NONE = -1;

    private SchedEntity[] pulled = new SchedEntity[32];
    private int pulledCount;
    int cpu;
    SchedDomain domain;
    IdleKind kind;
    int busiest;
    int pushFrom;
    int runqueuesExamined;
    int tasksExamined;

    Look() {}

    void start(final int forCpu, final SchedDomain of, final IdleKind idleKind) {
        cpu = forCpu;
        domain = of;
        kind = idleKind;
        busiest = NONE;
        pushFrom = NONE;
        runqueuesExamined = 0;
        tasksExamined = 0;
        Arrays.fill(pulled, 0, pulledCount, null);
        pulledCount = 0;
    }

    void pull(final SchedEntity entity) {
        if (pulledCount == pulled.length) {
            pulled = Arrays.copyOf(pulled, 2 * pulledCount);
        }
        pulled[pulledCount++] = entity;
    }

    /** The CPU that pulls. */
    public int cpu() {
        return cpu;
    }

    /** Where it looked. */
    public SchedDomain domain() {
        return domain;
    }

    /** What it did then. */
    public IdleKind kind() {
        return kind;
    }

    /** The CPU whose tasks were considered, and whose lock was taken; -1 where nothing was found unbalanced. */
    public int busiest() {
        return busiest;
    }

    /** The CPU whose running task is to be pushed to {@link #cpu}, or -1. */
    public int pushFrom() {
        return pushFrom;
    }

    /** How many runqueues' states were read. */
    public int runqueuesExamined() {
        return runqueuesExamined;
    }

    /** How many tasks of the busiest runqueue were considered. */
    public int tasksExamined() {
        return tasksExamined;
    }

    /** How many tasks were detached from {@link #busiest}. */
    public int pulledCount() {
        return pulledCount;
    }

    /** The {@code index}-th of them. */
    public SchedEntity pulled(final int index) {
        return pulled[index];
    }
}
