package dev.perch.topology;

import dev.perch.topology.DomainDraft.Group;
import dev.perch.topology.DomainDraft.Ring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the domains of one level their groups. Below the NUMA levels a group is the domain one level further in, and
 * all CPUs of a domain share its circle of groups. Nodes may reach each other in overlapping sets, so there every CPU
 * has a circle of its own, whose groups are cut so that none reaches out of the domain.
 */
final class DomainGroups {
    private DomainGroups() {}

    /** Adds the groups of the domains {@code row}, by CPU. */
    static void add(final CpuSet cpus, final DomainDraft[] row, final boolean overlapping) {
        if (overlapping) {
            addOverlapping(cpus, row);
        } else {
            addShared(cpus, row);
        }
    }

    /** Every CPU of a span links the circle of groups anew; what its last CPU linked stays. */
    private static void addShared(final CpuSet cpus, final DomainDraft[] row) {
        final Group[] groups = new Group[row.length]; // by a group's first CPU
        final Map<CpuSet, Ring> rings = new HashMap<>();
        cpus.forEach(cpu -> {
            final DomainDraft draft = row[cpu];
            if (draft != null) {
                draft.groups = rings.computeIfAbsent(draft.span, span -> sharedRing(row, groups, span));
                draft.ownGroup = sharedGroup(row, groups, cpu);
            }
        });
    }

    private static Ring sharedRing(final DomainDraft[] row, final Group[] groups, final CpuSet span) {
        final List<Group> ring = new ArrayList<>();
        CpuSet left = span;
        for (int cpu = span.last(); cpu >= 0; cpu = nextWrapping(left, cpu)) {
            final Group group = sharedGroup(row, groups, cpu);
            ring.add(group);
            left = left.minus(group.span).minus(CpuSet.of(cpu));
        }
        return new Ring(ring);
    }

    private static Group sharedGroup(final DomainDraft[] row, final Group[] groups, final int cpu) {
        final DomainDraft child = row[cpu] == null ? null : row[cpu].child;
        final int first = child == null ? cpu : child.span.first();
        if (groups[first] == null) {
            groups[first] = child == null ? new Group(CpuSet.of(cpu), 0) : new Group(child.span, child.flags);
        }
        return groups[first];
    }

    /** Each CPU has a circle of groups for itself; those that differ in nothing but the own group's flags share it. */
    private static void addOverlapping(final CpuSet cpus, final DomainDraft[] row) {
        final Map<Entry, Ring> rings = new HashMap<>();
        cpus.forEach(cpu -> {
            final DomainDraft draft = row[cpu];
            if (draft != null) {
                draft.ownGroup = overlappingGroup(draft, draft.span);
                final CpuSet left = draft.span.minus(draft.ownGroup.span);
                final var entry = new Entry(draft.span, draft.ownGroup.span, nextWrapping(left, cpu));
                draft.groups = rings.computeIfAbsent(entry, from -> overlappingRing(row, from, left));
            }
        });
    }

    /** What a circle of overlapping groups follows from: its span, its first group and the CPU to go on from. */
    private record Entry(CpuSet span, CpuSet own, int next) {}

    private static Ring overlappingRing(final DomainDraft[] row, final Entry entry, final CpuSet others) {
        final List<Group> ring = new ArrayList<>();
        ring.add(new Group(entry.own, 0));
        CpuSet left = others;
        for (int at = entry.next; at >= 0; at = nextWrapping(left, at)) {
            if (row[at] == null) {
                left = left.minus(CpuSet.of(at)); // its tree ends further in; a neighbour's group covers it
            } else {
                final Group group = overlappingGroup(row[at], entry.span);
                ring.add(group);
                left = left.minus(group.span);
            }
        }
        return new Ring(ring);
    }

    private static Group overlappingGroup(final DomainDraft domain, final CpuSet span) {
        final DomainDraft part = partWithin(domain, span);
        return part.child == null ? new Group(part.span, 0) : new Group(part.child.span, part.child.flags);
    }

    /** The outermost domain at or below {@code domain} whose parts do not stick out of {@code span}. */
    private static DomainDraft partWithin(final DomainDraft domain, final CpuSet span) {
        DomainDraft part = domain;
        if (part.child == null || span.containsAll(part.child.span)) {
            return part;
        }
        while (part.child != null && !span.containsAll(part.child.span)) {
            part = part.child;
        }
        while (part.child != null && part.child.span.equals(part.span)) {
            part = part.child;
        }
        return part;
    }

    private static int nextWrapping(final CpuSet cpus, final int cpu) {
        final int next = cpus.next(cpu + 1);
        return next >= 0 ? next : cpus.first();
    }
}
