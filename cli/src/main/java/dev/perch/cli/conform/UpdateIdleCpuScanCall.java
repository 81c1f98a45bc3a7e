package dev.perch.cli.conform;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.placement.IdleScanLimit;
import tools.jackson.databind.node.ObjectNode;

/** How many runqueues SIS_UTIL lets a search examine, computed at a balance of the LLC. */
final class UpdateIdleCpuScanCall implements ScenarioCall {
    private static final int MOST = 1 << 20;

    @Override
    public String name() {
        return "update_idle_cpu_scan";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final int llcWeight = scenario.number("args.llc_weight", 0, 1, MOST);
        final int domainWeight = scenario.number("args.sd_weight", llcWeight, 0, MOST);
        final boolean skipped = !scenario.policy().has(Feature.SIS_UTIL) || scenario.bool("args.newly_idle", false)
                || domainWeight != llcWeight;
        answer.put("nr_idle_scan", skipped
                ? scenario.number("args.old")
                : IdleScanLimit.of(llcWeight, scenario.number("args.sum_util"),
                        scenario.number("args.pct", 0, 0, MOST)));
    }
}
