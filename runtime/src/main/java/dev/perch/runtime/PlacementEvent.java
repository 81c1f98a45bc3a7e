package dev.perch.runtime;

import dev.perch.scheduler.Search;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One placed wake-up, in a flight recording; off unless enabled there. */
@Name("dev.perch.Placement")
@Label("Wake-up Placement")
@Category("Perch")
@Description("Where a wake-up was placed, and what the decision looked at")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the recorder reads them
final class PlacementEvent extends Event {
    @Label("Waker's CPU")
    private int waker;
    @Label("Previous CPU")
    private int prev;
    @Label("Chosen CPU")
    private int selected;
    @Label("Runqueues Examined")
    private int probes;

    void fill(final int wakerCpu, final int prevCpu, final int selectedCpu, final Search search) {
        waker = wakerCpu;
        prev = prevCpu;
        selected = selectedCpu;
        probes = search.probes;
    }
}
