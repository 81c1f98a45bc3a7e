package dev.perch.simulator;

/**
 * What the scheduler's own code takes, on the reference core and with its data in its own caches; what is remote
 * comes from the machine. Together (a wake-up, going to sleep, a switch between processes) they make up the 2.1 µs a
 * pipe's turn on one CPU takes beyond its system calls, measured as {@link KernelPath} tells; their shares are
 * estimates by the length of the code.
 */
final class KernelCosts {
    /** Choosing a CPU, searching apart: wake_wide, wake_affine, the tests of target, prev and recent. */
    static final double DECIDE = 150;
    /** One examined runqueue whose lines are in reach. */
    static final double PROBE = 4;
    /** Under the runqueue's lock: putting a task on it, its averages, the test for preemption. */
    static final double ENQUEUE = 350;
    /** Taking a task that sleeps off its runqueue. */
    static final double DEQUEUE = 300;
    /** Picking the next task. */
    static final double PICK = 150;
    /** From the last task into the idle loop and a resting state. */
    static final double GO_IDLE = 500;
    /** Taking a wake-up from another CPU's list, or handling the interrupt that asks for a switch. */
    static final double INTERRUPT = 300;
    /** A tick: time keeping, averages, the test for preemption. */
    static final double TICK = 1500;
    /**
     * Cache-aware scheduling's accounts at a dispatch: three times (the enqueue, the test for preemption, the dequeue) a
     * lock and three counters that are in reach, 40 each; 20 to 60.
     */
    static final double ACCOUNT = 120;
    /** Summing up one runqueue for balance: its loads, its tasks, whether it idles; some 200 instructions. */
    static final double GATHER = 60;
    /** Cache lines of a runqueue that this reads: two of its averages, its counts, its current task, its capacity. */
    static final int GATHER_LINES = 5;
    /**
     * The slowest newly-idle balance that a machine which has been up for a while remembers: of its domain, and for
     * each CPU in it. A Xeon of 28 CPUs remembered 5,705 ns for the 2 of a core and 10,823 ns for its 28
     * (TechEmpower/FrameworkBenchmarks issue 4092); others ten times that.
     */
    static final long SLOWEST_NEW_IDLE = 5311;
    static final long SLOWEST_NEW_IDLE_A_CPU = 197;
    /** Looking at a task that balance might move, and moving it. */
    static final double MOVE = 150;
    /** Creating a task. */
    static final double FORK = 60_000;
    /** A futex call that has something to do. */
    static final double FUTEX = 300;
    /** Arming a timer, and going to sleep on it. */
    static final double TIMER = 500;
    /**
     * Cache lines of a task that a waker on another CPU writes, and the wakee's CPU takes back: its state, its lock,
     * where it is and was, of its entity the weight and tree node, the times, the averages, and its accounting. Counted
     * from the structures, as the runqueue's are; within a factor of 1.3.
     */
    static final int TASK_LINES = 7;
    /**
     * Cache lines of a runqueue that whoever puts a task on it writes, and its CPU takes back: its lock and counts, its
     * clocks; of the root's queue and of the group's the weights, the tree, the averages, what is left of those that
     * went; of the group's entity three; the running task's flags.
     */
    static final int RUNQUEUE_LINES = 15;
    /** Cache lines of a runqueue that a wake-up left on its list writes. */
    static final int LIST_LINES = 2;

    /**
     * How often a mutex's line crosses from its release until one that spins for it has taken it: the release itself,
     * since the line is shared with those who look; the look; the taking; and the next spinner's first look. Counted; 3
     * to 6.
     */
    static final int MUTEX_LINES = 4;

    private KernelCosts() {}
}
