package dev.perch.replay;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.topology.KernelRelease;
import dev.perch.topology.SchedDomains;
import dev.perch.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policy of the kernel that made a recording: its release from the recording or {@code uname.txt} beside it, its
 * switches from {@code features.txt} (debugfs {@code sched/features}), and from {@code sched-domains.txt} whether it
 * was built with its cluster level.
 *
 * @param policy the policy: of the newest kernel that the engine knows and that is not newer than the recorded one
 * @param from   how it is known, in a few words
 */
public record RecordedKernel(LinuxPolicy policy, String from) {
    private static final Pattern RELEASE = Pattern.compile("\\b([2-9])\\.(\\d{1,3})\\.\\d+");

    /**
     * The policy of the kernel that made {@code recording} on {@code topology}.
     *
     * @param release what the recording says itself, if it does
     */
    public static RecordedKernel of(final Path recording, final Optional<String> release, final Topology topology)
            throws IOException {
        final var beside = new Beside(recording);
        final var from = new ArrayList<String>();
        final List<String> told = release.isPresent() ? List.of(release.get())
                : beside.lines("uname.txt").orElse(List.of());
        final Kernel kernel = kernel(told, release.isPresent() ? "the recording" : "uname.txt", from);
        LinuxPolicy policy = LinuxPolicy.of(kernel);
        final Optional<List<String>> features = beside.lines("features.txt");
        if (features.isPresent()) {
            policy = switched(policy, features.get());
            from.add("features.txt");
        }
        final Optional<List<String>> domains = beside.lines("sched-domains.txt");
        if (domains.isPresent()) {
            policy = withClusterLevel(policy, domains.get(), topology);
            from.add("sched-domains.txt");
        }
        return new RecordedKernel(policy, String.join(", ", from));
    }

    private static Kernel kernel(final List<String> told, final String source, final List<String> from) {
        for (final String line : told) {
            final Matcher matcher = RELEASE.matcher(line);
            if (matcher.find()) {
                from.add(source);
                return Kernel.upTo(new KernelRelease(Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2))), Kernel.ALL);
            }
        }
        from.add("a guess, the newest that Perch knows");
        return Kernel.ALL.getLast();
    }

    private static LinuxPolicy switched(final LinuxPolicy policy, final List<String> lines) {
        final List<String> names = List.of(String.join(" ", lines).split("\\s+"));
        LinuxPolicy switched = policy;
        for (final Feature feature : Feature.values()) {
            if (policy.kernel().knows(feature)) {
                if (names.contains(feature.name())) {
                    switched = switched.with(feature, true);
                } else if (names.contains("NO_" + feature.name())) {
                    switched = switched.with(feature, false);
                }
            }
        }
        return switched;
    }

    private static LinuxPolicy withClusterLevel(final LinuxPolicy policy, final List<String> dump,
            final Topology topology) {
        final var domains = SchedDomains.build(topology, policy.domainRules());
        final boolean expected = topology.cpus().stream()
                .anyMatch(cpu -> domains.domains(cpu).stream().anyMatch(domain -> domain.name().equals("CLS")));
        final boolean there = dump.stream().anyMatch(line -> line.endsWith("name:CLS"));
        return expected && !there ? policy.with(Feature.SCHED_CLUSTER, false) : policy;
    }
}
