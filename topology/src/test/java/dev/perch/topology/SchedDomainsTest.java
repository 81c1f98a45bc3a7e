package dev.perch.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SchedDomainsTest {
    private static final DomainRules LINUX_6_12 = new DomainRules(new KernelRelease(6, 12), true, true);
    private static final DomainRules LINUX_6_1 = new DomainRules(new KernelRelease(6, 1), true, false);
    private static final TopologySpec KUNPENG = new TopologySpec("kunpeng920-128", 2, 2, 1, 8, 4, 1, true, false, 12,
            20, 30);

    @Test
    void aKunpengHasClusterCacheNodeAndTwoNumaLevels() {
        final var domains = SchedDomains.build(KUNPENG.toTopology(), LINUX_6_12);

        assertThat(levels(domains, 37)).containsExactly("CLS 36-39", "MC 32-63", "NUMA 0-63", "NUMA 0-127");
        assertThat(domains.llcId(37)).isEqualTo(32);
        assertThat(domains.shareId(37)).isEqualTo(36);
        assertThat(domains.llcs().of(37)).isEqualTo(1);
        assertThat(domains.clusterActive()).isTrue();
        assertThat(domains.smtActive()).isFalse();
        assertThat(domains.asymActive()).isFalse();
    }

    @Test
    void withoutTheClusterFlagClustersShareNothingOfTheirOwn() {
        final var domains = SchedDomains.build(KUNPENG.toTopology(), LINUX_6_1);

        assertThat(levels(domains, 37)).startsWith("CLS 36-39");
        assertThat(domains.shareId(37)).isEqualTo(32);
        assertThat(domains.shareResources(32, 63)).isTrue();
        assertThat(domains.clusterActive()).isFalse();
    }

    @Test
    void aCpuEntersTheCircleOfGroupsAtItsOwn() {
        final var cache = SchedDomains.build(KUNPENG.toTopology(), LINUX_6_12).domains(37).get(1);

        assertThat(cache.groups()).extracting(group -> group.span().toString()).containsExactly("36-39", "40-43",
                "44-47", "48-51", "52-55", "56-59", "60-63", "32-35");
        assertThat(cache.groups()).allMatch(group -> group.flags().contains(SdFlag.CLUSTER));
    }

    @Test
    void nodesTooFarApartForReclaimArePulledFromByBalanceAlone() {
        final var zen = new TopologySpec("milan", 2, 1, 8, 1, 8, 2, false, true, 12, 32, 32);
        final var other = new TopologySpec("milan", 2, 1, 8, 1, 8, 2, false, true, 12, 32, 30);

        assertThat(SchedDomains.build(zen.toTopology(), LINUX_6_12).affineDomain(0, 64).name()).isEqualTo("NUMA");
        final var far = SchedDomains.build(other.toTopology(), LINUX_6_12);
        assertThat(far.affineDomain(0, 64)).isNull();
        assertThat(far.highestWith(0, SdFlag.BALANCE_FORK).name()).isEqualTo("PKG");
        assertThat(far.affineDomain(0, 128).imbalancePct()).isEqualTo(110);
        assertThat(far.affineDomain(0, 1).imbalancePct()).isEqualTo(117);
    }

    @Test
    void nodesInsideAPackageReplaceIt() {
        final var nps4 = new TopologySpec("milan-nps4", 2, 4, 2, 1, 8, 2, false, true, 12, 32, 32);

        assertThat(levels(SchedDomains.build(nps4.toTopology(), LINUX_6_12), 0)).containsExactly("SMT 0,128",
                "MC 0-7,128-135", "NODE 0-15,128-143", "NUMA 0-63,128-191", "NUMA 0-255");
    }

    @Test
    void cpusOfDifferentCapacityAreNotSpreadOver() {
        final var spec = new TopologySpec("biglittle", 1, 1, 1, 1, 8, 1, false, false, 12, 20, 30);
        final var topology = spec.toTopology(new int[]{446, 446, 446, 446, 1024, 1024, 1024, 1024});
        final var domains = SchedDomains.build(topology, LINUX_6_12);

        assertThat(levels(domains, 5)).containsExactly("MC 0-7");
        assertThat(domains.asymDomain(5).flags()).contains(SdFlag.ASYM_CPUCAPACITY, SdFlag.ASYM_CPUCAPACITY_FULL);
        assertThat(domains.asymActive()).isTrue();
    }

    @Test
    void aMachineOfOneCpuHasNoDomain() {
        final var one = new TopologySpec("vm-1", 1, 1, 1, 1, 1, 1, false, false, 12, 20, 30);
        final var domains = SchedDomains.build(one.toTopology(), LINUX_6_12);

        assertThat(domains.domains(0)).isEmpty();
        assertThat(domains.llcDomain(0)).isNull();
        assertThat(domains.llcs().count()).isEqualTo(1);
    }

    @Test
    void cpusWithoutASharedCacheAreLlcsOfTheirOwn() {
        final var four = new TopologySpec("vm-4-nollc", 1, 1, 4, 1, 1, 1, false, false, 12, 20, 30);
        final var domains = SchedDomains.build(four.toTopology(), LINUX_6_12);

        assertThat(levels(domains, 2)).containsExactly("PKG 0-3");
        assertThat(domains.llcDomain(2)).isNull();
        assertThat(domains.llcId(2)).isEqualTo(2);
        assertThat(domains.llcs().count()).isEqualTo(4);
    }

    /** The machine and the groups of Linux 5.13's fix for machines whose nodes are three hops apart. */
    @Test
    void groupsOfFarNodesStayWithinTheirDomain() {
        final int[][] distances = {{10, 12, 20, 22}, {12, 10, 22, 24}, {20, 22, 10, 12}, {22, 24, 12, 10}};
        final var builder = Topology.builder("three hops").architecture(Architecture.AARCH64);
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu, cpu / 2, cpu / 2, cpu / 2, cpu / 2, 1024));
            for (int other = 0; other < 4; other++) {
                builder.nodeDistance(cpu / 2, other, distances[cpu / 2][other]);
            }
        }
        final var domains = SchedDomains.build(builder.build(), LINUX_6_12);

        assertThat(levels(domains, 0)).containsExactly("MC 0-1", "NUMA 0-3", "NUMA 0-5", "NUMA 0-7");
        assertThat(groups(domains, 0, 2)).containsExactly("0-3", "4-5");
        assertThat(groups(domains, 0, 3)).containsExactly("0-5", "4-7");
        assertThat(levels(domains, 7)).containsExactly("MC 6-7", "NUMA 4-7", "NUMA 0-1,4-7", "NUMA 0-7");
    }

    /** CPU 0 is a package within its node, CPU 1 belongs to one that reaches out of it: core groups 0 and 0-1. */
    @Test
    void partsThatOverlapBelowTheNodesLeaveAllCpusWithoutDomains() {
        final var builder = Topology.builder("overlapping").architecture(Architecture.AARCH64);
        for (int cpu = 0; cpu < 4; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu, cpu / 2, cpu, Math.min(cpu, 1), cpu / 2, 1024));
        }
        final var domains = SchedDomains.build(builder.build(), LINUX_6_12);

        assertThat(domains.topology().cpus().stream()).allMatch(cpu -> domains.depth(cpu) == 0);
    }

    @Test
    void aClusterThatIsItsWholeLlcIsNoNearerThanTheLlc() {
        final var builder = Topology.builder("one cluster an LLC");
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu / 4, cpu / 4, 0, 0, 0, 1024));
        }

        assertThat(builder.build().distance(0, 3)).isEqualTo(Distance.LLC);
    }

    /** cpu_clustergroup_mask ends at the core group since 6.0; before, the cluster kept the level and the LLC lost it. */
    @Test
    void anArmClusterThatIsItsWholeLlcIsALevelUntil519() {
        final var builder = Topology.builder("one cluster an LLC").architecture(Architecture.AARCH64);
        for (int cpu = 0; cpu < 8; cpu++) {
            builder.cpu(cpu, new Topology.Place(cpu, cpu / 4, cpu / 4, 0, 0, 0, 1024));
        }
        final Topology topology = builder.build();
        final var linux519 = new DomainRules(new KernelRelease(5, 19), true, false);

        assertThat(levels(SchedDomains.build(topology, linux519), 0)).containsExactly("CLS 0-3", "DIE 0-7");
        assertThat(levels(SchedDomains.build(topology, LINUX_6_1), 0)).containsExactly("MC 0-3", "DIE 0-7");
    }

    @Test
    void anImbalanceOfAnEighthOfANodeIsLetBeAndOfAFourthBefore60() {
        final Topology topology = new TopologySpec("two nodes", 2, 1, 1, 1, 16, 1, false, false, 12, 20, 30)
                .toTopology();
        final var linux519 = new DomainRules(new KernelRelease(5, 19), true, false);

        assertThat(SchedDomains.build(topology, LINUX_6_1).domains(0).getLast().imbNumaNr()).isEqualTo(2);
        assertThat(SchedDomains.build(topology, linux519).domains(0).getLast().imbNumaNr()).isEqualTo(4);
    }

    private static List<String> groups(final SchedDomains domains, final int cpu, final int index) {
        return domains.domain(cpu, index).groups().stream().map(group -> group.span().toString()).toList();
    }

    private static List<String> levels(final SchedDomains domains, final int cpu) {
        return domains.domains(cpu).stream().map(domain -> domain.name() + " " + domain.span()).toList();
    }
}
