package dev.perch.traces;

/** What an {@link Event} tells. The comment of each names the fields that hold something beside the common ones. */
public enum EventKind {
    /** A CPU changed tasks: prevPid, prevComm, prevPrio, prevState; task, taskComm, taskPrio are the next task's. */
    SWITCH("sched_switch"),
    /** A wake-up begins: task, taskComm, taskPrio; targetCpu is the wakee's PREVIOUS CPU, not where it will go. */
    WAKING("sched_waking"),
    /** A wakee became runnable: task, taskComm, taskPrio; targetCpu is the CPU it was placed on. */
    WAKEUP("sched_wakeup"),
    /** A new task became runnable for the first time; fields as {@link #WAKEUP}. */
    WAKEUP_NEW("sched_wakeup_new"),
    /** A task changes its CPU: task, taskComm, taskPrio, originCpu, targetCpu. */
    MIGRATE("sched_migrate_task"),
    /** A task was made: task and taskComm are the child's; pid and comm the parent's. */
    FORK("sched_process_fork"),
    /** A task started a program: task, taskComm (the file's name); prevPid its pid before (threads may differ). */
    EXEC("sched_process_exec"),
    /** A task ends: task, taskComm, taskPrio. */
    EXIT("sched_process_exit"),
    /** An interrupt's handler starts: number, taskComm (the handler's name). */
    IRQ_ENTRY("irq_handler_entry"),
    /** An interrupt's handler ends: number. */
    IRQ_EXIT("irq_handler_exit"),
    /** A softirq starts: number (its vector). */
    SOFTIRQ_ENTRY("softirq_entry"),
    /** A softirq ends: number (its vector). */
    SOFTIRQ_EXIT("softirq_exit"),
    /** A CPU enters idle state {@code number}, or leaves idle where that is -1; targetCpu is the CPU. */
    CPU_IDLE("cpu_idle"),
    /**
     * A placement's inputs, from a probe at the entry of select_task_rq_fair: task, originCpu (prev), wakeFlags,
     * recentCpu, flips, util, allowed.
     */
    SELECT("strf"),
    /** A placement's answer, from the return of that probe: targetCpu. The innermost open {@link #SELECT} of its CPU. */
    SELECTED("strf_ret"),
    /** Events of this CPU were lost before this stamp: number (how many, -1 where not known). */
    LOST(""),
    /** Nothing of this CPU is known beyond this stamp: the rest of its events lies where the file cannot be read. */
    CUT(""),
    /** Any other event: it shows that its CPU ran and who was on it. */
    OTHER("");

    private final String tracepoint;

    EventKind(final String tracepoint) {
        this.tracepoint = tracepoint;
    }

    /** The kernel's name of the event; empty for {@link #LOST}, {@link #CUT} and {@link #OTHER}. */
    public String tracepoint() {
        return tracepoint;
    }
}
