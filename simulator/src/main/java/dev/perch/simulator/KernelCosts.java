package dev.perch.simulator;

import dev.perch.machines.Variation;

/**
 * What the scheduler's own code takes, on the reference core and with its data in its own caches; what is remote
 * comes from the machine. Together (a wake-up, going to sleep, a switch between processes) they make up the 2.1 µs a
 * pipe's turn on one CPU takes beyond its system calls, measured as {@link KernelPath} tells; their shares are
 * estimates by the length of the code.
 */
final class KernelCosts {
    /** Choosing a CPU, searching apart: wake_wide, wake_affine, the tests of target, prev and recent. */
    final double decide;
    /** One examined runqueue whose lines are in reach. */
    final double probe;
    /** Under the runqueue's lock: putting a task on it, its averages, the test for preemption. */
    final double enqueue;
    /** Taking a task that sleeps off its runqueue. */
    final double dequeue;
    /** Picking the next task. */
    final double pick;
    /** From the last task into the idle loop and a resting state. */
    final double goIdle;
    /**
     * Looking at one's list when a write ends one's rest, or handling the interrupt that asks a running CPU for a switch.
     * Where an interrupt ends the rest, its flight was measured to the handler's first line.
     */
    final double interrupt;
    /** A tick: time keeping, averages, the test for preemption. */
    final double tick;
    /**
     * Cache-aware scheduling's accounts at a dispatch: three times (the enqueue, the test for preemption, the dequeue) a
     * lock and three counters that are in reach, 40 each; 20 to 60.
     */
    final double account;
    /** Summing up one runqueue for balance: its loads, its tasks, whether it idles; some 200 instructions. */
    final double gather;
    /** Cache lines of a runqueue that this reads: two of its averages, its counts, its current task, its capacity. */
    final double gatherLines;
    /**
     * The slowest newly-idle balance that a machine which has been up for a while remembers: of its domain, and for
     * each CPU in it. A Xeon of 28 CPUs remembered 5,705 ns for the 2 of a core and 10,823 ns for its 28
     * (TechEmpower/FrameworkBenchmarks issue 4092); others ten times that.
     */
    final double slowestNewIdle;
    final double slowestNewIdleACpu;
    /**
     * How often any other process of the machine wakes, and how long it runs. PowerTOP counted 80 wake-ups a second on an
     * idle desktop (ericbrake.ws, May 2007), the kernel's own among them; a large server has more services. Estimates,
     * within a factor of 5.
     */
    final double othersPeriod;
    final double othersRun;
    /** Looking at a task that balance might move, and moving it. */
    final double move;
    /** Creating a process. */
    final double fork;
    /**
     * Creating a thread, and what a new thread does before the first line of its own: the faults of its stack. On the
     * reference core, both on one CPU: pthread_create took 20 us of CPU time at the median (18 to 22), the new thread
     * 6.4 (5.4 to 6.8) up to its first futex call.
     */
    final double createThread;
    final double startThread;
    /** A futex call that has something to do. */
    final double futex;
    /** Arming a timer, and going to sleep on it. */
    final double timer;
    /**
     * Cache lines of a task that a waker on another CPU writes, and the wakee's CPU takes back: its state, its lock,
     * where it is and was, of its entity the weight and tree node, the times, the averages, and its accounting. Counted
     * from the structures, as the runqueue's are; within a factor of 1.3.
     */
    final double taskLines;
    /**
     * What of these a waker takes that leaves the task on another CPU's list: its state and count of users; where it is
     * and was, and the list's entry; its lock; its affinity. The rest never leaves that CPU.
     */
    final double listedTaskLines;
    /**
     * Cache lines of a runqueue that whoever puts a task on it writes, and its CPU takes back: its lock and counts, its
     * clocks; of the root's queue and of the group's the weights, the tree, the averages, what is left of those that
     * went; of the group's entity three; the running task's flags.
     */
    final double runqueueLines;
    /**
     * Cache lines of a runqueue that whoever leaves a wake-up on its list waits for: what tells that it idles (its counts
     * and its current task, which come together), the mark, the list's head. The rest that it writes nobody waits for.
     */
    final double listLines;
    /** What of these its CPU waits for in turn: its lock's and the list's head. */
    final double listLinesBack;

    /**
     * How often a mutex's line crosses from its release until one that spins for it has taken it: the release itself,
     * since the line is shared with those who look; the look; the taking; and the next spinner's first look. Counted; 3
     * to 6.
     */
    final double mutexLines;

    /** The costs as {@code variation} takes them. */
    KernelCosts(final Variation variation) {
        decide = variation.of("decide", 150);
        probe = variation.of("probe", 4);
        enqueue = variation.of("enqueue", 350);
        dequeue = variation.of("dequeue", 300);
        pick = variation.of("pick", 150);
        goIdle = variation.of("go-idle", 500);
        interrupt = variation.of("handle-interrupt", 300);
        tick = variation.of("tick", 1500);
        account = variation.of("account", 120);
        gather = variation.of("gather", 60);
        gatherLines = variation.of("gather-lines", 5);
        slowestNewIdle = variation.of("slowest-new-idle", 5311);
        slowestNewIdleACpu = variation.of("slowest-new-idle-a-cpu", 197);
        othersPeriod = variation.of("others-period", 10_000_000);
        othersRun = variation.of("others-run", 100_000);
        move = variation.of("move", 150);
        fork = variation.of("fork", 60_000);
        createThread = variation.of("create-thread", 20_000);
        startThread = variation.of("start-thread", 6_000);
        futex = variation.of("futex", 300);
        timer = variation.of("timer", 500);
        taskLines = variation.of("task-lines", 7);
        listedTaskLines = variation.of("listed-task-lines", 4);
        runqueueLines = variation.of("runqueue-lines", 15);
        listLines = variation.of("list-lines", 3);
        listLinesBack = variation.of("list-lines-back", 2);
        mutexLines = variation.of("mutex-lines", 4);
    }
}
