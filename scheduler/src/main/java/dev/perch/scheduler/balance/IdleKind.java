package dev.perch.scheduler.balance;

/** What a CPU does when it balances. */
public enum IdleKind {
    /** It runs tasks, and looks at longer intervals. */
    BUSY,
    /** It idles. */
    IDLE,
    /** Its last task has just left; if it can pull one it needs not idle. */
    NEWLY_IDLE
}
