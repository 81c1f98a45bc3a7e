package dev.perch.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A task that an idle carrier took from another's queue, in a flight recording; off unless enabled there. */
@Name("dev.perch.Pull")
@Label("Newly-idle Pull")
@Category("Perch")
@Description("A carrier without work took the oldest task of another")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the recorder reads them
final class PullEvent extends Event {
    @Label("From CPU")
    private int from;
    @Label("To CPU")
    private int to;

    void fill(final int fromCpu, final int toCpu) {
        from = fromCpu;
        to = toCpu;
    }
}
