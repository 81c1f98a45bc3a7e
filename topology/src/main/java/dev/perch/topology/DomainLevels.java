package dev.perch.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Each architecture's table of levels, innermost first. The node is the outermost level of all tables (named PKG, and
 * DIE before 6.7, whatever the package is); the NUMA levels follow, one a distance. Compared with real kernels' dumps
 * for x86-64 and arm64; the tables of POWER and IBM Z follow their documentation and are unverified. Packing by
 * priority (ASYM_PACKING, x86's turbo ranking) is never on, for sysfs does not tell of it.
 */
final class DomainLevels {
    /** Far more than machines have, few enough to bound what a hostile table makes us hold. */
    private static final int MAX_DISTANCES = 64;
    private static final int SHARE_LLC = SdFlag.SHARE_LLC.bit();

    private final Topology topology;
    private final DomainRules rules;
    private final List<DomainLevel> levels = new ArrayList<>();

    private DomainLevels(final Topology topology, final DomainRules rules) {
        this.topology = topology;
        this.rules = rules;
    }

    static List<DomainLevel> of(final Topology topology, final DomainRules rules) {
        final var table = new DomainLevels(topology, rules);
        table.add("SMT", SHARE_LLC | SdFlag.SHARE_CPUCAPACITY.bit(), topology.cores()::around);
        switch (topology.architecture()) {
            case X86_64 -> table.addX86();
            case PPC64 -> table.addPower();
            case S390X -> table.addZ();
            case AARCH64, RISCV64, OTHER -> table.addGeneric();
        }
        table.addNuma();
        return table.levels;
    }

    /** x86: clusters share the L2, an LLC ends at its node, and nodes inside a package take the package's place. */
    private void addX86() {
        addClusters(topology.clusters()::around);
        add("MC", SHARE_LLC, topology.llcs().cutBy(topology.nodes())::around);
        if (topology.packages().isWithin(topology.nodes())) {
            addNode();
        }
    }

    /**
     * arm64, RISC-V: the core group is the node, narrowed by the package and then by the LLC, each where it is a
     * subset; it grows to the cluster where no LLC is shared. A cluster that is no proper part of it counts as none
     * since 6.0.
     */
    private void addGeneric() {
        final CpuSet[] groups = masks(this::coreGroup);
        final boolean limitsClusters = rules.release().isAtLeast(6, 0);
        addClusters(cpu -> {
            final CpuSet cluster = topology.clusters().around(cpu);
            return limitsClusters && cluster.containsAll(groups[cpu]) ? topology.cores().around(cpu) : cluster;
        });
        add("MC", SHARE_LLC, cpu -> groups[cpu]);
        addNode();
    }

    private CpuSet coreGroup(final int cpu) {
        CpuSet group = topology.nodes().around(cpu);
        final CpuSet pack = topology.packages().around(cpu);
        if (group.containsAll(pack)) {
            group = pack;
        }
        final CpuSet llc = topology.llcs().around(cpu);
        if (group.containsAll(llc)) {
            group = llc;
        }
        final CpuSet cluster = topology.clusters().around(cpu);
        return rules.clusterLevel() && cluster.containsAll(group) ? cluster : group;
    }

    /** POWER: the big core's shared L2 is the last level that counts as a cache. Unverified. */
    private void addPower() {
        add("CACHE", SHARE_LLC, topology.clusters()::around);
        addNode();
    }

    /** IBM Z: the package is the core group; books and drawers follow. Unverified. */
    private void addZ() {
        add("MC", SHARE_LLC, topology.packages()::around);
        topology.outerLevels().forEach((name, parts) -> add(name, 0, parts::around));
        addNode();
    }

    private void addClusters(final IntFunction<CpuSet> mask) {
        if (rules.clusterLevel()) {
            add("CLS", rules.clusterFlag() ? SHARE_LLC | SdFlag.CLUSTER.bit() : SHARE_LLC, mask);
        }
    }

    private void addNode() {
        add(rules.release().isAtLeast(6, 7) ? "PKG" : "DIE", 0, topology.nodes()::around);
    }

    private void addNuma() {
        final Partition nodes = topology.nodes();
        final var distances = new TreeSet<Integer>();
        for (int node = 0; node < nodes.count(); node++) {
            for (int other = 0; other < nodes.count(); other++) {
                distances.add(topology.nodeDistance(node, other));
            }
        }
        if (distances.size() > MAX_DISTANCES) {
            throw new IllegalArgumentException("impossible machine: " + distances.size()
                    + " different distances between nodes, more than " + MAX_DISTANCES);
        }
        final CpuSet[] within = new CpuSet[nodes.count()];
        Arrays.fill(within, CpuSet.EMPTY);
        for (final int distance : distances) {
            for (int node = 0; node < within.length; node++) {
                within[node] = within[node].or(at(node, distance));
            }
            final boolean local = distance == distances.first();
            levels.add(new DomainLevel(local ? "NODE" : "NUMA", local ? 0 : SdFlag.NUMA.bit(), distance,
                    masks(cpu -> within[nodes.of(cpu)])));
        }
    }

    private CpuSet at(final int node, final int distance) {
        CpuSet cpus = CpuSet.EMPTY;
        for (int other = 0; other < topology.nodes().count(); other++) {
            if (topology.nodeDistance(node, other) == distance) {
                cpus = cpus.or(topology.nodes().set(other));
            }
        }
        return cpus;
    }

    private void add(final String name, final int flags, final IntFunction<CpuSet> mask) {
        levels.add(new DomainLevel(name, flags, Topology.LOCAL_DISTANCE, masks(mask)));
    }

    private CpuSet[] masks(final IntFunction<CpuSet> mask) {
        final CpuSet[] masks = new CpuSet[topology.size()];
        topology.cpus().forEach(cpu -> masks[cpu] = mask.apply(cpu));
        return masks;
    }
}
