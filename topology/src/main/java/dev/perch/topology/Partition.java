package dev.perch.topology;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * The CPUs of a machine divided into the parts of one level: its cores, clusters, LLCs, nodes or packages. Parts are
 * numbered from 0 in the order of their lowest CPU; every CPU is in exactly one.
 */
public final class Partition {
    private final int[] partOf; // by CPU; -1 where there is no such CPU
    private final List<CpuSet> parts;
    private final int[] ids;

    private Partition(final int[] partOf, final List<CpuSet> parts, final int[] ids) {
        this.partOf = partOf;
        this.parts = parts;
        this.ids = ids;
    }

    /** Divides {@code cpus} by the number that {@code id} gives each: equal numbers, one part. */
    public static Partition by(final CpuSet cpus, final IntUnaryOperator id) {
        final Map<Integer, CpuSet.Builder> builders = new LinkedHashMap<>();
        cpus.forEach(cpu -> builders.computeIfAbsent(id.applyAsInt(cpu), part -> new CpuSet.Builder()).add(cpu));
        final List<CpuSet> parts = builders.values().stream().map(CpuSet.Builder::build).toList();
        final int[] ids = builders.keySet().stream().mapToInt(Integer::intValue).toArray();
        final int[] partOf = new int[cpus.last() + 1];
        Arrays.fill(partOf, -1);
        for (int part = 0; part < parts.size(); part++) {
            final int number = part;
            parts.get(part).forEach(cpu -> partOf[cpu] = number);
        }
        return new Partition(partOf, parts, ids);
    }

    /** This level with its parts cut where those of {@code other} end. */
    public Partition cutBy(final Partition other) {
        return by(parts.stream().reduce(CpuSet.EMPTY, CpuSet::or),
                cpu -> of(cpu) * other.count() + other.of(cpu));
    }

    /** The number of the part that holds {@code cpu}; -1 if the machine has no such CPU online. */
    public int of(final int cpu) {
        return cpu >= 0 && cpu < partOf.length ? partOf[cpu] : -1;
    }

    /** The CPUs of part {@code part}. */
    public CpuSet set(final int part) {
        return parts.get(part);
    }

    /** The CPUs of the part that holds {@code cpu}; empty if the machine has no such CPU online. */
    public CpuSet around(final int cpu) {
        final int part = of(cpu);
        return part < 0 ? CpuSet.EMPTY : parts.get(part);
    }

    /** The number that part {@code part} was divided by: for nodes and packages, the kernel's own. */
    public int id(final int part) {
        return ids[part];
    }

    /** All parts, in order. */
    public List<CpuSet> sets() {
        return parts;
    }

    /** How many parts there are. */
    public int count() {
        return parts.size();
    }

    /** Whether each part of this level lies within one part of {@code wider}. */
    public boolean isWithin(final Partition wider) {
        return firstAcross(wider).isEmpty();
    }

    /** The first part of this level that lies in several parts of {@code wider}; empty where there is none. */
    public Optional<CpuSet> firstAcross(final Partition wider) {
        return parts.stream().filter(part -> !wider.around(part.first()).containsAll(part)).findFirst();
    }

    /** The first part of this level that shares CPUs with a part of {@code other}, neither lying within the other. */
    public Optional<CpuSet> firstCrossing(final Partition other) {
        return parts.stream().filter(part -> part.stream().mapToObj(other::around)
                .anyMatch(beside -> !beside.containsAll(part) && !part.containsAll(beside))).findFirst();
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof final Partition partition && parts.equals(partition.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
