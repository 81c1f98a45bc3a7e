package dev.perch.scheduler.balance;

import dev.perch.scheduler.Task;

/** A further reason to leave a task where it is: its address space is hotter there. */
@FunctionalInterface
public interface CacheHeat {
    /** No such reason. */
    CacheHeat NONE = (task, from, to) -> false;

    /** Whether the address space of {@code task} is hotter on the caches of {@code from} than on those of {@code to}. */
    boolean isHot(Task task, int from, int to);
}
