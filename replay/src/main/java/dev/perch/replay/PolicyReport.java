package dev.perch.replay;

import dev.perch.topology.Distance;
import java.util.Map;

/**
 * What one policy would have done with a recording's selections. Shares are percentages of all selections.
 *
 * @param policy            its name
 * @param agreementPct      where it chose the CPU that the recorded kernel chose
 * @param sameCpuPct        where it chose the waker's CPU
 * @param smtPct            where it chose a hardware thread of the waker's core
 * @param clusterPct        where it chose another core of the waker's cluster
 * @param llcPct            where it chose another cluster under the waker's LLC
 * @param fromWaker         the same for every distance from the waker's CPU
 * @param fromPrev          the shares by the distance from the wakee's previous CPU
 * @param examinedPerWakeUp runqueues examined in the search, on average
 * @param idlePct           where the CPU it chose was idle
 * @param nearerPct         where it found an idle CPU nearer to the waker than the recorded kernel's choice
 * @param warmerPct         where it found an idle CPU nearer to the wakee's previous CPU than that
 */
public record PolicyReport(String policy, double agreementPct, double sameCpuPct, double smtPct, double clusterPct,
        double llcPct, Map<Distance, Double> fromWaker, Map<Distance, Double> fromPrev, double examinedPerWakeUp,
        double idlePct, double nearerPct, double warmerPct) {}
