package dev.perch.traces.analysis;

import dev.perch.traces.Names;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The tasks by pid. A pid that is given to a new task stands for that one from then on. */
final class Tasks {
    private static final int MOST_ENDED = 1 << 20;

    private final Names names;
    private final Int2ObjectOpenHashMap<Task> living = new Int2ObjectOpenHashMap<>();
    private Task latest;
    private final List<Task> ended = new ArrayList<>();

    Tasks(final Names names) {
        this.names = names;
    }

    /** The task of this pid, now called so. */
    Task of(final int pid, final int comm) {
        Task task = latest;
        if (task == null || task.pid != pid) {
            task = living.get(pid);
            if (task == null) {
                task = new Task(pid);
                living.put(pid, task);
            }
            latest = task; // a wake-up's events follow one another
        }
        task.comm = comm;
        return task;
    }

    /** A new task takes this pid. */
    Task fresh(final int pid, final int comm) {
        final Task before = living.remove(pid);
        latest = null;
        if (before != null && before.waits > 0 && ended.size() < MOST_ENDED) {
            ended.add(before);
        }
        return of(pid, comm);
    }

    /** The name and pid of the task that has this pid last. */
    String name(final int pid) {
        final Task task = living.get(pid);
        return (task == null ? "" : names.text(task.comm)) + ":" + pid;
    }

    /** The tasks that waited longest in all. */
    List<Findings.TaskWaits> topByWait(final int most) {
        return Stream.concat(living.values().stream(), ended.stream()).filter(task -> task.waits > 0)
                .sorted(Comparator.<Task>comparingLong(task -> -task.waited).thenComparingInt(task -> task.pid))
                .limit(most).map(task -> new Findings.TaskWaits(names.text(task.comm) + ":" + task.pid, task.waits,
                        task.waited, task.longestWait, task.ran))
                .toList();
    }
}
