package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The domains that real kernels built, from the sysfs trees of the same boots. */
final class RecordedDomainsTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"6.1-amd64-cluster4-2llc", "6.1-amd64-smt2-4llc-2node", "6.12-amd64-cluster4-2llc",
            "6.12-amd64-smt2-4llc-2node", "6.12-arm64-4cluster-l2", "6.12-arm64-6cluster-24cpu",
            "6.12-arm64-8cluster-2node", "6.12-arm64-8cluster-nocacheinfo", "6.12-arm64-nocluster-2node",
            "6.12-arm64-noclusterconfig-2node"})
    void equalTheKernels(final String recording) throws IOException {
        final Topology topology;
        try (var tree = new TarTree(open(recording, "sysfs.tar.gz"), dir.resolve("tree.zip"))) {
            topology = Sysfs.read(tree.root(), recording);
        }
        final SchedDomains domains = SchedDomains.build(topology, rules(recording));

        assertThat(DomainText.lines(domains).stream().filter(line -> !line.contains("/span:")).toList())
                .isEqualTo(lines(recording, "sched-domains.txt.gz").stream()
                        .filter(line -> !line.contains("/level:") && !line.contains("/max_newidle_lb_cost:"))
                        .toList());
        assertThat(attachLines(domains)).isEqualTo(lines(recording, "sched-attach.txt.gz").stream()
                .filter(line -> !line.startsWith("root domain")).map(line -> line.replaceAll(" cap=\\d+", ""))
                .toList());
    }

    private static DomainRules rules(final String recording) {
        final boolean is61 = recording.startsWith("6.1-");
        return new DomainRules(new KernelRelease(6, is61 ? 1 : 12), !recording.contains("noclusterconfig"), !is61);
    }

    /** What the kernel logs when it attaches domains: spans, and groups in their order. */
    private static List<String> attachLines(final SchedDomains domains) {
        final List<String> lines = new ArrayList<>();
        domains.topology().cpus().forEach(cpu -> {
            lines.add("CPU" + cpu + " attaching sched-domain(s):");
            for (final SchedDomain domain : domains.domains(cpu)) {
                final String indent = " ".repeat(domain.index() + 1);
                lines.add(indent + "domain-" + domain.index() + ": span=" + domain.span() + " level=" + domain.name());
                lines.add(indent + " groups: " + domain.groups().stream().map(SchedDomain.SchedGroup::span)
                        .map(span -> span.first() + ":{ span=" + span + " }").collect(Collectors.joining(", ")));
            }
        });
        return lines;
    }

    private static List<String> lines(final String recording, final String file) throws IOException {
        try (var reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(open(recording, file)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private static InputStream open(final String recording, final String file) {
        return RecordedDomainsTest.class.getResourceAsStream("/recordings/" + recording + "/" + file);
    }
}
