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

    private static final Pattern KERNELS = Pattern.compile(
            "kworker/.*|kthreadd|rcu_.*|khugepaged|kswapd\\d+|kcompactd\\d+|jbd2/.*|" + BOUND.pattern());

    private BoundThreads() {}

    /** Whether a task of name {@code comm} is one of the kernel's own threads, as far as names tell. */
    static boolean isKernels(final Names names, final int comm) {
        return KERNELS.matcher(names.text(comm)).matches();
    }

    /** Whether a task of name {@code comm} is bound to one CPU. */
    public static boolean isBound(final Names names, final int comm) {
        return BOUND.matcher(names.text(comm)).matches();
    }
}
