package dev.perch.topology;

import java.util.Arrays;
import java.util.List;

/**
 * The sched domains that a kernel builds on a topology, and the per-CPU short cuts that it keeps beside them. All
 * queries but {@link #domains} read arrays and allocate nothing.
 */
public final class SchedDomains {
    private static final SchedDomain[] NONE = {};

    private final Topology topology;
    private final DomainRules rules;
    private final SchedDomain[][] domains; // by CPU, innermost first
    private final SchedDomain[][] affine; // of those, the ones with WAKE_AFFINE
    private final CpuSet[] affineSpans; // by CPU, that of the outermost of these
    private final SchedDomain[] llcDomains;
    private final SchedDomain[] asymDomains;
    private final Partition llcs;
    private final int[] llcIds;
    private final int[] shareIds;
    private final boolean clusterActive;
    private final boolean smtActive;
    private final boolean asymActive;

    private SchedDomains(final Topology topology, final DomainRules rules) {
        this.topology = topology;
        this.rules = rules;
        domains = new DomainBuilder(topology, rules).build();
        affine = new SchedDomain[domains.length][];
        affineSpans = new CpuSet[domains.length];
        llcDomains = new SchedDomain[domains.length];
        asymDomains = new SchedDomain[domains.length];
        llcIds = new int[domains.length];
        shareIds = new int[domains.length];
        boolean clusters = false;
        boolean asymmetric = false;
        for (int cpu = 0; cpu < domains.length; cpu++) {
            affine[cpu] = Arrays.stream(domains[cpu]).filter(domain -> domain.has(SdFlag.WAKE_AFFINE))
                    .toArray(SchedDomain[]::new);
            affineSpans[cpu] = affine[cpu].length == 0 ? CpuSet.EMPTY : affine[cpu][affine[cpu].length - 1].span();
            llcDomains[cpu] = highestWith(cpu, SdFlag.SHARE_LLC);
            asymDomains[cpu] = lowestWith(cpu, SdFlag.ASYM_CPUCAPACITY_FULL);
            final SchedDomain cluster = lowestWith(cpu, SdFlag.CLUSTER);
            llcIds[cpu] = llcDomains[cpu] == null ? cpu : llcDomains[cpu].span().first();
            shareIds[cpu] = cluster == null ? llcIds[cpu] : cluster.span().first();
            clusters |= cluster != null;
            asymmetric |= lowestWith(cpu, SdFlag.ASYM_CPUCAPACITY) != null;
        }
        llcs = Partition.by(topology.cpus(), cpu -> llcIds[cpu]);
        clusterActive = clusters;
        asymActive = asymmetric;
        smtActive = topology.cores().count() < topology.cpus().size();
    }

    /**
     * Builds the domains of every online CPU of {@code topology} by {@code rules}. As in a kernel, no CPU gets a
     * domain where a level's parts overlap although only NUMA levels' may.
     */
    public static SchedDomains build(final Topology topology, final DomainRules rules) {
        return new SchedDomains(topology, rules);
    }

    /** The topology the domains were built on. */
    public Topology topology() {
        return topology;
    }

    /** The rules the domains were built by. */
    public DomainRules rules() {
        return rules;
    }

    /** The domains of {@code cpu}, innermost first; empty where it has none. */
    public List<SchedDomain> domains(final int cpu) {
        return List.of(of(cpu));
    }

    /** How many domains {@code cpu} has. */
    public int depth(final int cpu) {
        return of(cpu).length;
    }

    /** The domain of {@code cpu} at {@code index}; 0 is the innermost. */
    public SchedDomain domain(final int cpu, final int index) {
        return domains[cpu][index];
    }

    /**
     * The LLCs as the scheduler takes them: the CPUs that share an {@link #llcId}, numbered by their lowest CPU. A CPU
     * without an {@link #llcDomain} is an LLC of its own.
     */
    public Partition llcs() {
        return llcs;
    }

    /** The outermost domain of {@code cpu} whose CPUs share a cache (sd_llc), or null. */
    public SchedDomain llcDomain(final int cpu) {
        return llcDomains[cpu];
    }

    /** The lowest CPU of {@code cpu}'s LLC domain, or {@code cpu} where it has none (sd_llc_id). */
    public int llcId(final int cpu) {
        return llcIds[cpu];
    }

    /** The lowest CPU of {@code cpu}'s cluster; its {@link #llcId} where it has no cluster domain (sd_share_id). */
    public int shareId(final int cpu) {
        return shareIds[cpu];
    }

    /** Whether two CPUs share their LLC (cpus_share_cache); a CPU does with itself. */
    public boolean shareCache(final int cpu, final int other) {
        return llcIds[cpu] == llcIds[other];
    }

    /** Whether two CPUs share a cluster, or the LLC where they have no clusters (cpus_share_resources). */
    public boolean shareResources(final int cpu, final int other) {
        return shareIds[cpu] == shareIds[other];
    }

    /** The innermost domain of {@code cpu} with all capacities of the machine (sd_asym_cpucapacity), or null. */
    public SchedDomain asymDomain(final int cpu) {
        return asymDomains[cpu];
    }

    /** Whether a domain of {@code cpu} that spans {@code other} has WAKE_AFFINE: there is an {@link #affineDomain}. */
    public boolean shareAffine(final int cpu, final int other) {
        return affineSpans[cpu].contains(other);
    }

    /** The innermost domain of {@code cpu} that spans {@code other} and has WAKE_AFFINE, or null. */
    public SchedDomain affineDomain(final int cpu, final int other) {
        for (final SchedDomain domain : affine[cpu]) {
            if (domain.span().contains(other)) {
                return domain;
            }
        }
        return null;
    }

    /** The innermost domain of {@code cpu} with {@code flag}, or null. */
    public SchedDomain lowestWith(final int cpu, final SdFlag flag) {
        for (final SchedDomain domain : domains[cpu]) {
            if (domain.has(flag)) {
                return domain;
            }
        }
        return null;
    }

    /**
     * The domain of {@code cpu} up to which every domain from the innermost on has {@code flag}, or null: where the
     * slow path starts from, and the LLC's domain.
     */
    public SchedDomain highestWith(final int cpu, final SdFlag flag) {
        SchedDomain highest = null;
        for (final SchedDomain domain : domains[cpu]) {
            if (!domain.has(flag)) {
                break;
            }
            highest = domain;
        }
        return highest;
    }

    /** Whether a cluster domain with {@link SdFlag#CLUSTER} has survived anywhere (sched_cluster_active). */
    public boolean clusterActive() {
        return clusterActive;
    }

    /** Whether a core has more than one thread online (sched_smt_present). */
    public boolean smtActive() {
        return smtActive;
    }

    /** Whether a domain has CPUs of different capacities (sched_asym_cpucapacity). */
    public boolean asymActive() {
        return asymActive;
    }

    private SchedDomain[] of(final int cpu) {
        return cpu >= 0 && cpu < domains.length ? domains[cpu] : NONE;
    }
}
