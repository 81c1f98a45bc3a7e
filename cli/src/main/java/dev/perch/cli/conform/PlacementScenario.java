package dev.perch.cli.conform;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.ScanCost;
import dev.perch.scheduler.Search;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.WakeUp;
import dev.perch.topology.CpuSet;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;

/** The state that a placement scenario describes: runqueues, task, waker, set up anew by every constructor. */
public final class PlacementScenario {
    private static final long NOW_JIFFIES = 1_000_000;

    private final Scenario scenario;
    private final int cpus;

    /** The machine's sched domains under that policy. */
    public final SchedDomains domains;
    /** The runqueues. */
    public final RunqueueTable runqueues;
    /** The wake-up, with wakee and waker. */
    public final WakeUp wakeUp = new WakeUp();
    /** What the decision reports. */
    public final Search search = new Search();
    /** Where select_idle_sibling starts. */
    public final int target;

    /** The state that {@code scenario} describes, on the domains that the kernel of {@code policy} builds. */
    public PlacementScenario(final Scenario scenario, final Policy policy) {
        this.scenario = scenario;
        domains = ScenarioTopology.domains(scenario, policy);
        cpus = domains.topology().size();
        runqueues = new RunqueueTable(domains);
        target = scenario.cpu("task.target", scenario.cpu("task.prev", 0, cpus), cpus);
        setRunqueues();
        setAverages();
        setLlcs();
        setTasks();
        setFlags();
        setScanCost();
    }

    private void setRunqueues() {
        final int[] running = scenario.numbers("nr_running", cpus, 0);
        final int[] idlePolicy = scenario.numbers("idle_nr_running", cpus, 0);
        final int[] delayed = scenario.numbers("nr_delayed", cpus, 0);
        final CpuSet idle = scenario.mask("curr_idle");
        final CpuSet pending = scenario.mask("ttwu_pending");
        final CpuSet preempted = scenario.mask("vcpu_preempted");
        domains.topology().cpus().forEach(cpu -> {
            runqueues.setNrRunning(cpu, running[cpu], idlePolicy[cpu]);
            runqueues.setRunsIdleTask(cpu, idle == null ? running[cpu] == 0 : idle.contains(cpu));
            runqueues.setNrDelayed(cpu, delayed[cpu]);
            runqueues.setPending(cpu, pending != null && pending.contains(cpu));
            runqueues.setPreempted(cpu, preempted != null && preempted.contains(cpu));
        });
    }

    private void setAverages() {
        final Topology topology = domains.topology();
        final int[] load = scenario.numbers("load_avg", cpus, 0);
        final int[] utilization = scenario.numbers("util_avg", cpus, 0);
        final int[] runnable = scenario.numbers("runnable_avg", cpus, 0);
        final int[] estimate = scenario.numbers("util_est", cpus, 0);
        final int[] idleStamp = scenario.numbers("idle_stamp", cpus, 0);
        final int[] exitLatency = scenario.numbers("exit_latency", cpus, -1);
        final int[] capacity = scenario.has("cap") ? scenario.numbers("cap", cpus, 0) : null;
        topology.cpus().forEach(cpu -> {
            runqueues.setAverages(cpu, load[cpu], utilization[cpu], runnable[cpu]);
            runqueues.setUtilizationEstimate(cpu, estimate[cpu]);
            runqueues.setIdleState(cpu, idleStamp[cpu], exitLatency[cpu]);
            runqueues.setCapacity(cpu, capacity == null ? topology.capacity(cpu) : capacity[cpu]);
        });
    }

    private void setLlcs() {
        final int count = domains.llcs().count();
        if (scenario.has("llc.nr_idle_scan")) {
            final int[] limits = scenario.numbers("llc.nr_idle_scan", count, 0);
            for (int llc = 0; llc < count; llc++) {
                runqueues.setNrIdleScan(llc, limits[llc]);
            }
        }
        restoreIdleCores();
    }

    /** Sets the LLCs' has_idle_cores as the scenario has them. */
    public void restoreIdleCores() {
        final int[] flags = scenario.numbers("llc.has_idle_cores", domains.llcs().count(), 0);
        for (int llc = 0; llc < flags.length; llc++) {
            final boolean hasLlc = domains.llcDomain(domains.llcs().set(llc).first()) != null;
            runqueues.setHasIdleCores(llc, hasLlc && flags[llc] != 0);
        }
    }

    private void setTasks() {
        final CpuSet everywhere = domains.topology().cpus();
        final CpuSet allowed = scenario.mask("task.allowed");
        if (allowed != null && (allowed.isEmpty() || !everywhere.containsAll(allowed))) {
            throw new IllegalArgumentException("'task.allowed' is " + allowed + "; the machine has CPUs " + everywhere);
        }
        final var wakee = new Task(allowed == null ? everywhere : allowed);
        wakee.cpu = scenario.cpu("task.prev", 0, cpus);
        wakee.recentCpu = scenario.cpu("task.recent", wakee.cpu, cpus);
        wakee.utilization = scenario.number("task.util", 0, 0, Integer.MAX_VALUE);
        wakee.utilizationEstimate = scenario.number("task.util_est", 0, 0, Integer.MAX_VALUE);
        wakee.load = scenario.number("task.load", 0, 0, Integer.MAX_VALUE);
        wakee.runnable = scenario.number("task.runnable", 0, 0, Integer.MAX_VALUE);
        wakee.wakeeFlips = scenario.number("task.wakee_flips", 0, 0, Integer.MAX_VALUE);
        wakee.isNew = scenario.number("task.last_update_time", 1) == 0;
        wakee.preferredNode = scenario.number("task.numa_preferred_nid", -1, -1, Integer.MAX_VALUE);
        final int waking = scenario.cpu("waker.cpu", target, cpus);
        final int wakerCpus = scenario.number("waker.nr_cpus_allowed", cpus, 1, CpuSet.MAX_CPU);
        final var waker = new Task(wakerCpus == 1 ? CpuSet.of(waking) : CpuSet.range(0, wakerCpus - 1));
        waker.cpu = waking;
        waker.isKernelThread = scenario.bool("waker.kthread", false);
        waker.wakeeFlips = scenario.number("waker.wakee_flips", 0, 0, Integer.MAX_VALUE);
        waker.lastWakee = scenario.bool("waker.last_wakee_is_p", true) ? wakee : null;
        waker.wakeeFlipsDecayed = NOW_JIFFIES
                - scenario.number("waker.flip_age_jiffies", 0, 0, (int) NOW_JIFFIES);
        waker.load = scenario.number("waker.load", 0, 0, Integer.MAX_VALUE);
        waker.exiting = scenario.bool("waker.exiting", false);
        wakeUp.wakee = wakee;
        wakeUp.waker = waker;
        wakeUp.cpu = waking;
        wakeUp.inInterrupt = !scenario.bool("waker.in_task", true);
        wakeUp.nowNanos = NOW_JIFFIES * WakeUp.TICK_NANOS;
    }

    private void setFlags() {
        int flags = scenario.has("wake_flags") ? 0 : WakeUp.TTWU;
        flags |= scenario.bool("wake_flags.ttwu", false) ? WakeUp.TTWU : 0;
        flags |= scenario.bool("wake_flags.sync", false) ? WakeUp.SYNC : 0;
        flags |= scenario.bool("wake_flags.fork", false) ? WakeUp.FORK : 0;
        flags |= scenario.bool("wake_flags.exec", false) ? WakeUp.EXEC : 0;
        flags |= scenario.bool("wake_flags.current_cpu", false) ? WakeUp.CURRENT_CPU : 0;
        wakeUp.flags = flags;
    }

    private void setScanCost() {
        final ScanCost cost = runqueues.scanCost(wakeUp.cpu);
        cost.wakeAverageIdleNanos = scenario.number("sis_prop.wake_avg_idle", 0);
        cost.averageScanNanos = scenario.number("sis_prop.avg_scan_cost", 0);
        cost.wakeStampJiffies = NOW_JIFFIES - scenario.number("sis_prop.stamp_lag", 0);
        runqueues.setScanNanos(scenario.number("sis_prop.scan_ns", 0), 0);
    }
}
