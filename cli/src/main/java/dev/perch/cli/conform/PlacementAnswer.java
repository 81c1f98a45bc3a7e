package dev.perch.cli.conform;

import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.placement.Observer;
import java.util.Arrays;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts a decision into the form of a scenario's answer. What a decision changes and reports comes from the decision by
 * masks; counts that only instrumentation has, from the decision step by step.
 */
final class PlacementAnswer {
    private PlacementAnswer() {}

    /** Counts what the kernel's instrumented code counted. */
    static final class Counts implements Observer {
        int coreVisits;
        int smtCalls;
        int idleChecks;

        @Override
        public void looked(final Phase phase, final int cpu, final Verdict verdict, final int budget) {
            coreVisits += phase == Phase.LLC_CORES || phase == Phase.CLUSTER_CORES ? 1 : 0;
        }

        @Override
        public void callingSmt() {
            smtCalls++;
        }

        @Override
        public void checkedIdle(final int cpu) {
            idleChecks++;
        }
    }

    /**
     * Fills {@code answer}.
     *
     * @param cpu    chosen by masks, in {@code state}
     * @param walked chosen step by step, in {@code walk}
     */
    static void put(final ObjectNode answer, final int cpu, final PlacementScenario state, final int walked,
            final PlacementScenario walk, final Counts counts) {
        final Search search = state.search;
        final String masks = describe(cpu, state);
        final String steps = describe(walked, walk);
        if (masks.equals(steps)) {
            answer.put("cpu", cpu);
        } else {
            answer.put("cpu", masks + "; but step by step: " + steps);
        }
        answer.put("probes", search.probes);
        answer.put("core_visits", counts.coreVisits);
        answer.put("idle_checks_scan", walk.search.examined);
        answer.put("idle_checks_total", counts.idleChecks);
        answer.put("scan_ran", search.scanned() ? 1 : 0);
        answer.put("smt_calls", counts.smtCalls);
        answer.put("recent_after", state.wakeUp.wakee.recentCpu);
        putFlags(answer, state);
        answer.put("wake_affine_target", search.affineTarget);
        answer.put("wake_wide", search.wide);
        answer.put("slow_path", search.step() == Search.Step.SLOW_PATH ? 1 : 0);
        answer.put("waker_flips_after", state.wakeUp.waker.wakeeFlips);
        final ScanCost cost = state.runqueues.scanCost(state.wakeUp.cpu);
        answer.put("wake_avg_idle_after", cost.wakeAverageIdleNanos);
        final boolean hasLlc = state.domains.llcDomain(state.wakeUp.cpu) != null; // whose domain holds the average
        answer.put("avg_scan_cost_after", hasLlc ? cost.averageScanNanos : 0);
    }

    private static void putFlags(final ObjectNode answer, final PlacementScenario state) {
        final ArrayNode flags = answer.putArray("idle_cores_flag_after");
        for (final int flag : flags(state)) {
            flags.add(flag);
        }
    }

    private static int[] flags(final PlacementScenario state) {
        return IntStream.range(0, state.domains.llcs().count()).map(llc -> state.runqueues.hasIdleCores(llc) ? 1 : 0)
                .toArray();
    }

    private static String describe(final int cpu, final PlacementScenario state) {
        final ScanCost cost = state.runqueues.scanCost(state.wakeUp.cpu);
        return cpu + " by " + state.search.step() + ", probes " + state.search.probes + ", idle_cores "
                + Arrays.toString(flags(state)) + ", recent " + state.wakeUp.wakee.recentCpu + ", scan cost "
                + cost.averageScanNanos + "/" + cost.wakeAverageIdleNanos;
    }
}
