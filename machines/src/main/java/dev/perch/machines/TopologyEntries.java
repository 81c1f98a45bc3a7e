package dev.perch.machines;

import dev.perch.topology.Architecture;
import dev.perch.topology.Cache;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import dev.perch.topology.Topology.Place;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The two forms that a machine file's {@code topology:} may have: counts for a regular machine, or sets of CPUs. */
final class TopologyEntries {
    /** The keys of both forms. */
    static final List<String> KEYS = List.of("packages", "nodes", "llcs", "clusters", "cores", "threads", "siblings",
            "numa", "distances", "reclaim-distance", "cpus", "dies", "books", "drawers", "capacities", "caches");
    private static final List<String> CACHE = List.of("name", "size", "cpus");
    private static final int MOST_CPUS = 1 << 14;

    private TopologyEntries() {}

    /** Each level counted within the next wider one; every count is 1 unless said; no clusters unless counted. */
    static void byCounts(final Map<String, Entry> levels, final Topology.Builder builder) {
        reject(levels, "cpus", "dies", "books", "drawers", "capacities", "caches");
        final int[] counts = new int[6];
        final String[] keys = {"packages", "nodes", "llcs", "clusters", "cores", "threads"};
        long cpus = 1;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = levels.containsKey(keys[i]) ? levels.get(keys[i]).integer(1, MOST_CPUS) : 1;
            cpus *= counts[i];
            if (cpus > MOST_CPUS) {
                throw levels.get(keys[i]).wrong("makes more than " + MOST_CPUS + " CPUs");
            }
        }
        final int cores = (int) cpus / counts[5];
        final boolean apart = !levels.containsKey("siblings") || isFirst(levels.get("siblings"), "apart", "adjacent");
        final boolean numa = !levels.containsKey("numa") || isFirst(levels.get("numa"), "on", "off");
        final boolean clustered = levels.containsKey("clusters");
        for (int core = 0; core < cores; core++) {
            final int cluster = clustered ? core / counts[4] : core;
            final int llc = core / (counts[4] * counts[3]);
            final int node = llc / counts[2];
            final int pack = node / counts[1];
            for (int thread = 0; thread < counts[5]; thread++) {
                builder.cpu(apart ? core + thread * cores : core * counts[5] + thread,
                        new Place(core, cluster, llc, pack, pack, numa ? node : 0, Topology.FULL_CAPACITY));
            }
        }
        distances(levels, builder);
    }

    /** Each level a list of its parts' CPUs; a level that is left out is as the kernel takes it when it is not told. */
    static void bySets(final Map<String, Entry> levels, final Architecture architecture,
            final Topology.Builder builder) {
        reject(levels, "threads", "siblings", "numa");
        final CpuSet cpus = cpus(levels.get("cpus"));
        final Map<Integer, int[]> ids = new HashMap<>(); // core, cluster, llc, die, package, node, capacity
        cpus.forEach(cpu -> ids.put(cpu, new int[]{cpu, -1, -1, -1, 0, 0, Topology.FULL_CAPACITY}));
        parts(levels.get("cores"), cpus, (id, cpu) -> ids.get(cpu)[0] = id + CpuSet.MAX_CPU + 1);
        parts(levels.get("clusters"), cpus, (id, cpu) -> ids.get(cpu)[1] = id);
        parts(levels.get("llcs"), cpus, (id, cpu) -> ids.get(cpu)[2] = id);
        parts(levels.get("dies"), cpus, (id, cpu) -> ids.get(cpu)[3] = id);
        parts(levels.get("packages"), cpus, (id, cpu) -> ids.get(cpu)[4] = id);
        parts(levels.get("nodes"), cpus, (id, cpu) -> ids.get(cpu)[5] = id);
        parts(levels.get("capacities"), cpus, (capacity, cpu) -> ids.get(cpu)[6] = capacity);
        final Partition assumedLlcs = architecture.assumesSharedCache()
                ? Partition.by(cpus, cpu -> ids.get(cpu)[4]).cutBy(Partition.by(cpus, cpu -> ids.get(cpu)[5]))
                : Partition.by(cpus, cpu -> ids.get(cpu)[0]);
        ids.forEach((cpu, id) -> builder.cpu(cpu, new Place(id[0], id[1] < 0 ? -1 - id[0] : id[1],
                id[2] < 0 ? -1 - assumedLlcs.of(cpu) : id[2], id[3] < 0 ? -1 - id[4] : id[3], id[4], id[5], id[6])));
        for (final String outer : List.of("book", "drawer")) {
            if (levels.containsKey(outer + "s")) {
                final Map<Integer, Integer> partOf = new HashMap<>();
                parts(levels.get(outer + "s"), cpus, (id, cpu) -> partOf.put(cpu, id));
                builder.outerLevel(outer.toUpperCase(Locale.ROOT), partOf::get);
            }
        }
        if (levels.containsKey("caches")) {
            levels.get("caches").list().forEach(cache -> caches(cache, cpus, builder));
        }
        distances(levels, builder);
    }

    /** Refuses distances that leave out nodes of {@code machine}; nodes without CPUs may have rows too. */
    static void checkDistances(final Map<String, Entry> levels, final Topology machine) {
        if (levels.containsKey("distances")) {
            final Set<Integer> rows = levels.get("distances").parts().keySet();
            final Partition nodes = machine.nodes();
            for (int node = 0; node < nodes.count(); node++) {
                if (!rows.contains(nodes.id(node))) {
                    throw levels.get("distances")
                            .wrong("node " + nodes.id(node) + " has no row: give one to each of the "
                                    + nodes.count() + " nodes");
                }
            }
        }
    }

    private static void caches(final Entry cache, final CpuSet cpus, final Topology.Builder builder) {
        cache.map(CACHE);
        final Entry name = cache.required("name");
        if (!name.text().matches("L[1-9][di]?")) {
            throw name.wrong("expected L1d, L1i, L2 and so on, not '" + name.text() + "'");
        }
        final long size = (long) cache.required("size").number(0, 1e15);
        cache.required("cpus").list().forEach(part -> {
            final CpuSet set = cpus(part);
            if (!cpus.containsAll(set)) {
                throw part.wrong("CPUs " + set.minus(cpus) + " are not among the machine's 'cpus'");
            }
            builder.cache(new Cache(CpuTable.level(name.text()), CpuTable.type(name.text()), size, set));
        });
    }

    private static void reject(final Map<String, Entry> levels, final String... keys) {
        Arrays.stream(keys).filter(levels::containsKey).findFirst().ifPresent(key -> {
            throw levels.get(key).wrong(levels.containsKey("cpus") ? "only for a topology by counts (without 'cpus')"
                    : "only for a topology by sets (with 'cpus')");
        });
    }

    private static boolean isFirst(final Entry entry, final String first, final String second) {
        if (!entry.text().equals(first) && !entry.text().equals(second)) {
            throw entry.wrong("expected " + first + " or " + second + ", not '" + entry.text() + "'");
        }
        return entry.text().equals(first);
    }

    private static CpuSet cpus(final Entry list) {
        try {
            return CpuSet.parse(list.text());
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(list.file() + ":") ? e : list.wrong(e.getMessage());
        }
    }

    /** Calls {@code action} for each CPU of each part: a list numbers its parts from 0, a mapping itself. */
    private static void parts(final Entry level, final CpuSet cpus, final PartOfCpu action) {
        if (level == null) {
            return;
        }
        final var seen = new CpuSet[]{CpuSet.EMPTY};
        level.parts().forEach((id, part) -> {
            final CpuSet set = cpus(part);
            if (!cpus.containsAll(set)) {
                throw part.wrong("CPUs " + set.minus(cpus) + " are not among the machine's 'cpus'");
            } else if (seen[0].intersects(set)) {
                throw part.wrong("impossible machine: CPUs " + set.and(seen[0]) + " are in two of these");
            }
            seen[0] = seen[0].or(set);
            set.forEach(cpu -> action.accept(id, cpu));
        });
        if (!seen[0].containsAll(cpus)) {
            throw level.wrong("CPUs " + cpus.minus(seen[0]) + " are in none of these");
        }
    }

    private static void distances(final Map<String, Entry> levels, final Topology.Builder builder) {
        if (levels.containsKey("reclaim-distance")) {
            builder.reclaimDistance(distance(levels.get("reclaim-distance")));
        }
        if (!levels.containsKey("distances")) {
            return;
        }
        final Map<Integer, Entry> rows = levels.get("distances").parts(); // the columns are in the order of the rows
        final List<Integer> nodes = List.copyOf(rows.keySet());
        rows.forEach((node, row) -> {
            final List<Entry> columns = row.list();
            if (columns.size() != nodes.size()) {
                throw row.wrong("expected " + nodes.size() + " distances, one a node, not " + columns.size());
            }
            for (int i = 0; i < nodes.size(); i++) {
                builder.nodeDistance(node, nodes.get(i), distance(columns.get(i)));
            }
        });
    }

    private static int distance(final Entry entry) {
        return entry.integer(Topology.LOCAL_DISTANCE, Topology.MAX_DISTANCE);
    }

    /** Takes the number of a part and one of its CPUs. */
    private interface PartOfCpu {
        void accept(int part, int cpu);
    }
}
