package dev.perch.topology;

import dev.perch.topology.SchedDomain.SchedGroup;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/** A sched domain of one CPU while domains are being built: levels come and go, flags change. */
final class DomainDraft {
    final DomainLevel level;
    CpuSet span;
    int flags;
    int imbalancePct = 117;
    int cacheNiceTries = 1;
    int imbNumaNr;
    DomainDraft child;
    DomainDraft parent;
    Ring groups;
    int firstGroup;

    DomainDraft(final DomainLevel level, final CpuSet span) {
        this.level = level;
        this.span = span;
    }

    boolean has(final SdFlag flag) {
        return (flags & flag.bit()) != 0;
    }

    /** The group that holds the domain's CPU. */
    Group ownGroup() {
        return groups.groups[firstGroup];
    }

    /** A group while domains are being built. Groups below the NUMA levels are shared by all CPUs of their domain. */
    static final class Group {
        final CpuSet span;
        int flags;
        int position;

        Group(final CpuSet span, final int flags) {
            this.span = span;
            this.flags = flags;
        }
    }

    /** The groups of a domain in a circle, which each CPU enters at its own group. */
    static final class Ring {
        final Group[] groups;
        private SchedGroup[] frozen;

        Ring(final List<Group> groups) {
            this.groups = groups.toArray(Group[]::new);
            for (int i = 0; i < this.groups.length; i++) {
                this.groups[i].position = i;
            }
        }

        /** The groups as they are now and for good, from {@code first} once round; all lists share one array. */
        List<SchedGroup> from(final int first, final FlagSets flagSets) {
            if (frozen == null) {
                frozen = new SchedGroup[groups.length];
                for (int i = 0; i < groups.length; i++) {
                    frozen[i] = flagSets.group(groups[i].span, groups[i].flags);
                }
            }
            return new Rotated(frozen, first);
        }
    }

    private static final class Rotated extends AbstractList<SchedGroup> implements RandomAccess {
        private final SchedGroup[] ring;
        private final int first;

        Rotated(final SchedGroup[] ring, final int first) {
            this.ring = ring;
            this.first = first;
        }

        @Override
        public SchedGroup get(final int index) {
            final int at = first + Objects.checkIndex(index, ring.length);
            return ring[at < ring.length ? at : at - ring.length];
        }

        @Override
        public int size() {
            return ring.length;
        }
    }
}
