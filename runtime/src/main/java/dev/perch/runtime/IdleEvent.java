package dev.perch.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A time in which a carrier had no work, in a flight recording; off unless enabled there. */
@Name("dev.perch.Idle")
@Label("Carrier Idle")
@Category("Perch")
@Description("From having no work to having some")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the recorder reads them
final class IdleEvent extends Event {
    @Label("CPU")
    private int cpu;
    @Label("Parked")
    private boolean parked;

    void fill(final int ofCpu, final boolean hasParked) {
        cpu = ofCpu;
        parked = hasParked;
    }
}
