package dev.perch.replay;

import dev.perch.traces.Names;
import java.util.regex.Pattern;

/**
 * The kernel threads that are bound to one CPU, known by their names: {@code ksoftirqd/3}, {@code kworker/3:1H}. No CPU
 * is selected for them, which a recording without probes does not show.
 */
public final class BoundThreads {
    private static final Pattern BOUND = Pattern.compile(
            "(?:kworker|ksoftirqd|migration|cpuhp|rcuc|rcuog|rcuop|irq_work|watchdog|idle_inject|ktimers)/\\d{1,5}(?::.*)?");

    private BoundThreads() {}

    /** Whether a task of name {@code comm} is bound to one CPU. */
    public static boolean isBound(final Names names, final int comm) {
        return BOUND.matcher(names.text(comm)).matches();
    }
}
