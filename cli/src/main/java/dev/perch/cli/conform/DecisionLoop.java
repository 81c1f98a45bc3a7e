package dev.perch.cli.conform;

import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.placement.WakePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The decisions of a speed file, one after another over one state that changes: before each, one busy CPU chosen by a
 * seeded generator turns idle and one idle CPU turns busy (on a machine without idle CPUs, the one turns idle and busy
 * again), with the upkeep of every mask, and the LLC's has_idle_cores is what the file says.
 *
 * <p>The file's first line is a whole scenario of select_idle_sibling; each later line has {@code task} and
 * {@code waker} only.
 */
public final class DecisionLoop {
    private static final long MULTIPLIER = 0x5851F42D4C957F2DL; // Knuth's, of MMIX
    private static final long INCREMENT = 0x14057B7EF767814FL;

    private final PlacementScenario state;
    private final WakePath path;
    private final long[] decisions; // packed: prev, recent, target, waker, 16 bits each
    private final int[] llcs; // by CPU
    private final boolean[] hasIdleCores; // by LLC; null where none has
    private final int[] order; // the busy CPUs, then the idle ones
    private final int busy;
    private long random = 0x9E3779B97F4A7C15L;
    private int next;
    private long probes;

    /** The decisions of {@code file}, whose policy is one of {@code policies}. */
    public DecisionLoop(final Path file, final Policies policies) throws IOException {
        final LongStream.Builder packed = LongStream.builder();
        try (var lines = new ScenarioFile(file)) {
            try {
                final Scenario first = first(lines, policies);
                final Policy policy = first.kernelPolicy();
                state = new PlacementScenario(first, policy);
                path = WakePath.byMasks(policy, state.domains, state.runqueues);
                final int cpus = state.domains.topology().size();
                packed.add(packed(first, cpus));
                for (String text = lines.next(); text != null; text = lines.next()) {
                    packed.add(packed(ScenarioFile.parse(text, policies), cpus));
                }
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException(lines.place() + ": " + e.getMessage(), e);
            }
        }
        decisions = packed.build().toArray();
        llcs = new int[state.domains.topology().size()];
        Arrays.setAll(llcs, state.domains.llcs()::of);
        hasIdleCores = hasIdleCores(state);
        final RunqueueTable runqueues = state.runqueues;
        final int[] busyCpus = state.domains.topology().cpus().stream().filter(cpu -> !runqueues.isAvailableIdle(cpu))
                .toArray();
        busy = busyCpus.length;
        order = IntStream.concat(Arrays.stream(busyCpus),
                state.domains.topology().cpus().stream().filter(runqueues::isAvailableIdle)).toArray();
    }

    private static boolean[] hasIdleCores(final PlacementScenario state) {
        final boolean[] llcs = new boolean[state.domains.llcs().count()];
        boolean any = false;
        for (int llc = 0; llc < llcs.length; llc++) {
            llcs[llc] = state.runqueues.hasIdleCores(llc);
            any |= llcs[llc];
        }
        return any ? llcs : null;
    }

    private static Scenario first(final ScenarioFile lines, final Policies policies) throws IOException {
        final String text = lines.next();
        if (text == null) {
            throw new IllegalArgumentException("the file is empty");
        }
        final Scenario scenario = ScenarioFile.parse(text, policies);
        if (!scenario.call().equals("select_idle_sibling")) {
            throw new IllegalArgumentException("decisions are timed of select_idle_sibling only");
        }
        return scenario;
    }

    private static long packed(final Scenario scenario, final int cpus) {
        final int prev = scenario.cpu("task.prev", 0, cpus);
        final int target = scenario.cpu("task.target", prev, cpus);
        return prev | (long) scenario.cpu("task.recent", prev, cpus) << 16 | (long) target << 32
                | (long) scenario.cpu("waker.cpu", target, cpus) << 48;
    }

    /** Makes {@code count} decisions; returns the sum of the chosen CPUs, so that none is left out. */
    public long run(final int count) {
        long sum = 0;
        for (int left = count; left > 0;) {
            final int end = Math.min(decisions.length, next + left);
            left -= end - next;
            sum += run(next, end);
            next = end == decisions.length ? 0 : end;
        }
        return sum;
    }

    private long run(final int start, final int end) {
        final RunqueueTable runqueues = state.runqueues;
        final WakeUp wakeUp = state.wakeUp;
        final Search search = state.search;
        final WakePath choice = path;
        final long[] packed = decisions;
        final int[] cpus = order;
        final int busyOnes = busy;
        final boolean[] restored = hasIdleCores;
        long bits = random;
        long sum = 0;
        long probed = 0;
        for (int at = start; at < end; at++) {
            bits = bits * MULTIPLIER + INCREMENT;
            if (busyOnes > 0) {
                exchange(cpus, busyOnes, bits, runqueues);
            }
            final long decision = packed[at];
            final int prev = (int) decision & 0xFFFF;
            final int target = (int) (decision >>> 32) & 0xFFFF;
            final Task wakee = wakeUp.wakee;
            wakee.cpu = prev;
            wakee.recentCpu = (int) decision >>> 16;
            wakeUp.cpu = (int) (decision >>> 48);
            search.clear();
            sum += choice.selectIdleSibling(wakeUp, prev, target, search);
            probed += search.probes;
            if (restored != null && search.domainSearched()) { // else the search left has_idle_cores alone
                final int llc = llcs[target];
                runqueues.setHasIdleCores(llc, restored[llc]);
            }
        }
        random = bits;
        probes += probed;
        return sum;
    }

    private static void exchange(final int[] cpus, final int busy, final long bits, final RunqueueTable runqueues) {
        final int idle = cpus.length - busy;
        final int i = (int) ((bits >>> 32) * busy >>> 32);
        final int leaving = cpus[i];
        runqueues.becomeIdle(leaving);
        if (idle == 0) {
            runqueues.becomeBusy(leaving, 1);
        } else {
            final int j = busy + (int) ((bits & 0xFFFF_FFFFL) * idle >>> 32);
            final int entering = cpus[j];
            runqueues.becomeBusy(entering, 1);
            cpus[i] = entering;
            cpus[j] = leaving;
        }
    }

    /** How many CPUs the scans of all decisions so far would have looked at. */
    public long probes() {
        return probes;
    }
}
