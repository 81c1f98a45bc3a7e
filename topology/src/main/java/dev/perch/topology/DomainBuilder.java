package dev.perch.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Builds the sched domains of all CPUs in the kernel's three passes. First every CPU gets a domain a level, up to the
 * first that spans the machine. Then each domain gets its groups: the domains below it, in CPU order from its own CPU
 * on; those of NUMA levels may overlap and belong to one CPU. Last, levels that add nothing to the one below are taken
 * out again, which leaves marks on the flags of their neighbours; the marks are kept, for balance acts on them.
 *
 * <p>Source: behaviour described in the kernel's documentation (scheduler/sched-domains) and seen in dumps of 6.1 and
 * 6.12.
 */
final class DomainBuilder {
    private static final int BASE_FLAGS = SdFlag.BALANCE_NEWIDLE.bit() | SdFlag.BALANCE_EXEC.bit()
            | SdFlag.BALANCE_FORK.bit() | SdFlag.WAKE_AFFINE.bit() | SdFlag.PREFER_SIBLING.bit();
    private static final int FAR_FLAGS = SdFlag.BALANCE_EXEC.bit() | SdFlag.BALANCE_FORK.bit()
            | SdFlag.WAKE_AFFINE.bit();
    /** The one flag that means something in a domain of a single group. */
    private static final int GROUPLESS_FLAGS = SdFlag.WAKE_AFFINE.bit();
    private static final int BUSY_FACTOR = 16;

    private final Topology topology;
    private final DomainRules rules;
    private final List<DomainLevel> levels;
    private final List<CpuSet> capacities; // the CPUs of each capacity
    private final DomainDraft[][] drafts; // by level, then CPU; null above the level at which a CPU's tree ends
    private final FlagSets flagSets = new FlagSets();

    DomainBuilder(final Topology topology, final DomainRules rules) {
        this.topology = topology;
        this.rules = rules;
        levels = DomainLevels.of(topology, rules);
        drafts = new DomainDraft[levels.size()][topology.size()];
        capacities = Partition.by(topology.cpus(), topology::capacity).sets();
    }

    /** The domains by CPU, innermost first. */
    SchedDomain[][] build() {
        final var domains = new SchedDomain[topology.size()][0];
        topology.cpus().forEach(this::addDrafts);
        if (isSane()) {
            final DomainDraft[] bases = new DomainDraft[topology.size()];
            for (int level = 0; level < drafts.length; level++) {
                DomainGroups.add(topology.cpus(), drafts[level], levels.get(level).overlaps());
            }
            topology.cpus().forEach(cpu -> allowImbalance(drafts[0][cpu]));
            topology.cpus().forEach(cpu -> bases[cpu] = attach(drafts[0][cpu]));
            topology.cpus().forEach(cpu -> domains[cpu] = freeze(bases[cpu]));
        }
        return domains;
    }

    private boolean isSane() {
        for (int level = 0; level < drafts.length; level++) {
            final boolean reached = Arrays.stream(drafts[level]).anyMatch(Objects::nonNull);
            if (reached && !levels.get(level).overlaps() && !levels.get(level).isSane()) {
                return false;
            }
        }
        return true;
    }

    private void addDrafts(final int cpu) {
        DomainDraft child = null;
        for (int level = 0; level < drafts.length; level++) {
            final DomainDraft draft = draft(levels.get(level), cpu, child);
            drafts[level][cpu] = draft;
            if (draft.span.equals(topology.cpus())) {
                break;
            }
            child = draft;
        }
    }

    private DomainDraft draft(final DomainLevel level, final int cpu, final DomainDraft child) {
        final var draft = new DomainDraft(level, level.mask(cpu));
        draft.flags = BASE_FLAGS | level.flags | capacityFlags(draft.span);
        if (child != null) {
            draft.child = child;
            child.parent = draft;
            draft.span = draft.span.containsAll(child.span) ? draft.span : draft.span.or(child.span);
            if (draft.has(SdFlag.ASYM_CPUCAPACITY)) {
                child.flags &= ~SdFlag.PREFER_SIBLING.bit();
            }
        }
        if (draft.has(SdFlag.SHARE_CPUCAPACITY)) {
            draft.imbalancePct = 110;
            draft.cacheNiceTries = 0;
        } else if (draft.has(SdFlag.NUMA)) {
            draft.cacheNiceTries = 2;
            draft.flags = draft.flags & ~SdFlag.PREFER_SIBLING.bit() | SdFlag.SERIALIZE.bit() | SdFlag.OVERLAP.bit();
            if (level.distance > topology.reclaimDistance()) {
                draft.flags &= ~FAR_FLAGS;
            }
        }
        return draft;
    }

    private int capacityFlags(final CpuSet span) {
        if (capacities.size() == 1) {
            return 0;
        }
        final long within = capacities.stream().filter(span::intersects).count();
        if (within < 2) {
            return 0;
        }
        final int asymmetric = SdFlag.ASYM_CPUCAPACITY.bit();
        return within < capacities.size() ? asymmetric : asymmetric | SdFlag.ASYM_CPUCAPACITY_FULL.bit();
    }

    /**
     * The first domain beyond the LLC sets the imbalance between nodes that is let be, a task for each LLC, or for each
     * eighth CPU of a single one (each fourth before 6.0); wider ones scale it up.
     */
    private void allowImbalance(final DomainDraft base) {
        int allowed = 0;
        int unit = 1;
        for (DomainDraft domain = base; domain != null; domain = domain.parent) {
            final int weight = domain.span.size();
            if (!domain.has(SdFlag.SHARE_LLC) && domain.child != null && domain.child.has(SdFlag.SHARE_LLC)) {
                final int llcs = weight / domain.child.span.size();
                allowed = rules.release().isAtLeast(6, 0)
                        ? Math.max(1, llcs == 1 ? weight / 8 : llcs)
                        : llcs == 1 ? weight / 4 : llcs;
                domain.imbNumaNr = allowed;
                DomainDraft node = domain.parent;
                while (node != null && !node.has(SdFlag.NUMA)) {
                    node = node.parent;
                }
                unit = node == null ? weight : node.span.size();
            } else {
                domain.imbNumaNr = allowed * Math.max(1, weight / unit);
            }
        }
    }

    /** Takes out the levels that add nothing; the innermost domain that stays, or null. */
    private DomainDraft attach(final DomainDraft base) {
        DomainDraft domain = base;
        while (domain.parent != null) {
            final DomainDraft parent = domain.parent;
            if (addsNothing(domain, parent)) {
                takeOut(domain, parent);
            } else {
                domain = parent;
            }
        }
        if (!isDegenerate(base)) {
            return base;
        }
        if (base.parent != null) {
            base.parent.ownGroup.flags = 0;
            base.parent.child = null;
        }
        return base.parent;
    }

    private void takeOut(final DomainDraft domain, final DomainDraft parent) {
        domain.parent = parent.parent;
        if (parent.parent != null) {
            parent.parent.child = domain;
            if (rules.release().isAtLeast(6, 6)) {
                parent.parent.ownGroup.flags = domain.flags;
            }
        }
        domain.flags |= parent.flags & SdFlag.PREFER_SIBLING.bit();
    }

    private static boolean isDegenerate(final DomainDraft domain) {
        return domain.span.size() == 1 || effectiveFlags(domain) == 0;
    }

    private static boolean addsNothing(final DomainDraft domain, final DomainDraft parent) {
        return isDegenerate(parent)
                || domain.span.equals(parent.span) && (effectiveFlags(parent) & ~domain.flags) == 0;
    }

    private static int effectiveFlags(final DomainDraft domain) {
        return domain.groups.groups.length > 1 ? domain.flags : domain.flags & GROUPLESS_FLAGS;
    }

    private SchedDomain[] freeze(final DomainDraft base) {
        final List<SchedDomain> domains = new ArrayList<>();
        for (DomainDraft draft = base; draft != null; draft = draft.parent) {
            final int weight = draft.span.size();
            domains.add(new SchedDomain(domains.size(), draft.level.name, draft.span, flagSets.set(draft.flags),
                    draft.frozenGroups(flagSets), draft.imbalancePct, BUSY_FACTOR,
                    draft.cacheNiceTries, weight, 2 * weight, draft.imbNumaNr));
        }
        return domains.toArray(SchedDomain[]::new);
    }
}
