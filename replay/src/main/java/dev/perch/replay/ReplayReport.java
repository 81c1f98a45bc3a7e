package dev.perch.replay;

import java.util.List;
import java.util.Map;

/**
 * What a replay of a recording found.
 *
 * @param recording    the file
 * @param own          the policy of the recorded kernel
 * @param wakeUps      how many wake-ups began
 * @param selected     how many selections of a CPU are known
 * @param agreementPct where the recorded kernel's policy, on the rebuilt state, chose as the kernel did, percent
 * @param policies     what each policy would have done, the recorded kernel's first
 * @param causes       how many of the other selections each kind of unrecorded state could explain
 * @param differences  those selections one by one, the first ten thousand
 * @param silenceFrom  by what it was told whether CPUs without events idled or ran a task
 */
public record ReplayReport(String recording, String own, long wakeUps, long selected,
        double agreementPct, List<PolicyReport> policies, Map<Unrecorded, Long> causes,
        List<Difference> differences, String silenceFrom) {}
