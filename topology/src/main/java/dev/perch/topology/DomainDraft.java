package dev.perch.topology;

import dev.perch.topology.SchedDomain.SchedGroup;
import java.util.AbstractList;
import java.util.Arrays;
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
    Group ownGroup; // the group that holds the domain's CPU

    DomainDraft(final DomainLevel level, final CpuSet span) {
        this.level = level;
        this.span = span;
    }

    boolean has(final SdFlag flag) {
        return (flags & flag.bit()) != 0;
    }

    /** The groups as they are now and for good, this CPU's own first. */
    List<SchedGroup> frozenGroups(final FlagSets flagSets) {
        return new Rotated(groups.frozen(flagSets), ownGroup.position, flagSets.group(ownGroup.span, ownGroup.flags));
    }

    /** A group while domains are being built. */
    static final class Group {
        final CpuSet span;
        int flags;
        int position;

        Group(final CpuSet span, final int flags) {
            this.span = span;
            this.flags = flags;
        }
    }

    /** The groups of a domain in a circle, which each of its CPUs enters at its own group. */
    static final class Ring {
        final Group[] groups;
        private SchedGroup[] frozen;

        Ring(final List<Group> groups) {
            this.groups = groups.toArray(Group[]::new);
            for (int i = 0; i < this.groups.length; i++) {
                this.groups[i].position = i;
            }
        }

        private SchedGroup[] frozen(final FlagSets flagSets) {
            if (frozen == null) {
                frozen = Arrays.stream(groups).map(group -> flagSets.group(group.span, group.flags))
                        .toArray(SchedGroup[]::new);
            }
            return frozen;
        }
    }

    /** One CPU's list of groups: its own, then the ring from there on, whose array all lists share. */
    private static final class Rotated extends AbstractList<SchedGroup> implements RandomAccess {
        private final SchedGroup[] ring;
        private final int first;
        private final SchedGroup own;

        Rotated(final SchedGroup[] ring, final int first, final SchedGroup own) {
            this.ring = ring;
            this.first = first;
            this.own = own;
        }

        @Override
        public SchedGroup get(final int index) {
            final int at = first + Objects.checkIndex(index, ring.length);
            return index == 0 ? own : ring[at < ring.length ? at : at - ring.length];
        }

        @Override
        public int size() {
            return ring.length;
        }
    }
}
