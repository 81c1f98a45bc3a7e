package dev.perch.scheduler.placement;

import dev.perch.scheduler.Search;
import dev.perch.scheduler.Search.Step;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.SchedDomains;

/**
 * The idle search of a wake-up that SCHED_CACHE has steered elsewhere: {@code prev} is then not where the wakee ran. Its
 * recent CPU does not count; and if nothing is found in another LLC than the wakee's own, the search runs once more from
 * where the wakee ran.
 */
record SteeredSearch(IdleSearch search, SchedDomains domains) implements IdleSearch {
    @Override
    public int select(final WakeUp wakeUp, final int prev, final int target, final Search result) {
        final Task wakee = wakeUp.wakee;
        final int own = wakee.cpu;
        if (prev == own) {
            return search.select(wakeUp, prev, target, result);
        }
        final int recent = wakee.recentCpu;
        wakee.recentCpu = prev; // which the search passes over
        final int found = search.select(wakeUp, prev, target, result);
        if (result.step() == Step.TARGET || result.step() == Step.PREV || result.step() == Step.STACK) {
            wakee.recentCpu = recent; // the search ended before it would have noted prev
        }
        if (!result.failed() || domains.shareCache(prev, own)) {
            return found;
        }
        final int probes = result.probes;
        final int examined = result.examined;
        result.probes = 0;
        result.examined = 0;
        result.setFailed(false);
        final int again = search.select(wakeUp, own, own, result);
        result.probes += probes;
        result.examined += examined;
        return again;
    }
}
