package dev.perch.cli;

import dev.perch.cli.explain.Explanation;
import dev.perch.cli.explain.FlagSituation;
import dev.perch.cli.explain.ScenarioSituation;
import dev.perch.cli.explain.Situation;
import dev.perch.machines.Machines;
import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code perch explain}: one wake-up, step by step, and what each other policy would have done. */
@Command(name = "explain", mixinStandardHelpOptions = true, description = "One wake-up step by step: which CPUs are "
        + "looked at, why one is taken, and what each other policy would choose. The wake-up is a line of a scenario "
        + "file, or is given by flags; then SIS_PROP finds 1 ms of average idle time, and scans that cost nothing.")
final class ExplainVerb implements Callable<Integer> {
    @Parameters(paramLabel = "FILE:LINE", arity = "0..1", description = "A line of a scenario file.")
    private String place;

    @Option(names = "--policy", paramLabel = "P", description = "The policy (default: the scenario's; linux-6.12).")
    private String policy;

    @Option(names = "--others", paramLabel = "P", split = ",",
            description = "The policies to put beside it (default: every kernel, the runtime's jvm-perch and jvm-fjp, and "
                    + "those of --plugin).")
    private List<String> others;

    @ArgGroup(exclusive = false, heading = "A wake-up by flags:%n")
    private Flags flags;

    @Mixin
    private Plugins plugins;

    @Mixin
    private Output output;

    @Spec
    private CommandSpec spec;

    /** The wake-up by flags. */
    private static final class Flags {
        @Option(names = "--machine", paramLabel = "M", description = "The machine: a name or a file.")
        private String machine;

        @Option(names = "--prev", paramLabel = "CPU", description = "Where the wakee ran.")
        private Integer prev;

        @Option(names = "--waker", paramLabel = "CPU", description = "Where the waker runs (default: --prev).")
        private Integer waker;

        @Option(names = "--recent", paramLabel = "CPU", description = "Where the wakee ran before (default: --prev).")
        private Integer recent;

        @Option(names = "--busy", paramLabel = "LIST", defaultValue = "", converter = CpuList.class,
                description = "The busy CPUs, as 0-3,8.")
        private CpuSet busy;

        @Option(names = "--allowed", paramLabel = "LIST", converter = CpuList.class,
                description = "Where the wakee may run (default: anywhere).")
        private CpuSet allowed;

        @Option(names = "--utilization", paramLabel = "PCT", description = "Utilisation of each LLC, which sets "
                + "nr_idle_scan (default: its share of busy CPUs).")
        private Integer utilization;

        @Option(names = "--preferred", paramLabel = "CPU",
                description = "The CPU that the wakee's address space prefers, for SCHED_CACHE (default: none).")
        private Integer preferred;

        @Option(names = "--idle-mask", paramLabel = "LIST", converter = CpuList.class,
                description = "The CPUs that IDLE_CPUMASK's mask holds: those that idle, and busy ones that had no tick "
                        + "since they did (default: every CPU).")
        private CpuSet idleMask;

        @Option(names = "--call", paramLabel = "KIND", defaultValue = "wakeup",
                description = "wakeup, fork or exec (default: ${DEFAULT-VALUE}).")
        private FlagSituation.Call call;

        @Option(names = "--sync", description = "The waker is about to sleep (WF_SYNC).")
        private boolean sync;

        Situation situation() throws IOException {
            if (call != FlagSituation.Call.WAKEUP) {
                checkSlowPath();
            }
            final Topology topology = Machines.find(machine).topology();
            return new FlagSituation(topology, waker == null ? prev : waker, prev, recent == null ? prev : recent,
                    busy, allowed == null ? topology.cpus() : allowed, call, sync,
                    utilization == null ? OptionalInt.empty() : OptionalInt.of(utilization),
                    preferred == null ? -1 : preferred, Optional.ofNullable(idleMask));
        }

        /** Refuses what the slow path, which fork and exec take, does not read. */
        private void checkSlowPath() {
            final Map<String, Object> unread = new LinkedHashMap<>();
            unread.put("--sync", sync ? "" : null);
            unread.put("--recent", recent);
            unread.put("--utilization", utilization);
            unread.put("--preferred", preferred);
            unread.put("--idle-mask", idleMask);
            unread.forEach((option, value) -> {
                if (value != null) {
                    throw new IllegalArgumentException(option + " belongs to a wake-up: leave it out with --call "
                            + call.name().toLowerCase(Locale.ROOT));
                }
            });
        }

        /** Refuses what none of {@code policies} reads. */
        void check(final List<Policy> policies) {
            if (preferred != null && policies.stream().noneMatch(one -> one.has(Feature.SCHED_CACHE))) {
                throw new IllegalArgumentException("--preferred is read by SCHED_CACHE alone: name a policy with it, "
                        + "as --policy linux-6.14+SCHED_CACHE");
            } else if (idleMask != null && policies.stream().noneMatch(one -> one.has(Feature.IDLE_CPUMASK))) {
                throw new IllegalArgumentException("--idle-mask is read by IDLE_CPUMASK alone: name a policy with it, "
                        + "as --policy linux-5.10+IDLE_CPUMASK");
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        if (place != null && flags != null) {
            throw new ParameterException(spec.commandLine(),
                    place + " is a whole wake-up: leave --machine and its like out");
        } else if (place == null && (flags == null || flags.machine == null || flags.prev == null)) {
            throw new ParameterException(spec.commandLine(),
                    "name a wake-up: FILE:LINE, or --machine with --prev");
        }
        final Policies policies = plugins.policies();
        final Situation situation = place == null ? flags.situation() : ScenarioSituation.at(place, policies);
        final Policy chosen = policy != null
                ? policies.named(policy)
                : situation instanceof final ScenarioSituation scenario
                        ? scenario.policy()
                        : policies.named("linux-6.12");
        final List<Policy> beside = new ArrayList<>();
        if (others == null) {
            beside.addAll(policies.all());
        } else {
            others.forEach(name -> beside.add(policies.named(name)));
        }
        if (flags != null) {
            flags.check(Stream.concat(Stream.of(chosen), beside.stream()).toList());
        }
        final var explanation = new Explanation(situation, chosen, beside);
        final Table table = Table.of("policy", "CPU", "why", "probes");
        explanation.choices().forEach(row -> table.row(row.toArray()));
        output.print(table, explanation::text, explanation::data);
        return 0;
    }
}
