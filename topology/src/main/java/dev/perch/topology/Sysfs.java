package dev.perch.topology;

import dev.perch.topology.Topology.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.function.IntFunction;

/**
 * Reads a machine from a sysfs tree: the running host's, or one copied from another machine. Offline CPUs do not
 * count. Only files of known names are read, so a link to a directory above leads nowhere; one that leads to nothing, or
 * to itself, is refused.
 *
 * <p>What sysfs says is taken as the scheduler of that kernel takes it. A cluster is what {@code cluster_cpus} names;
 * where that is missing, on x86 and POWER, the CPUs that share an L2. A last-level cache ends at its node: on x86 it is
 * cut there, elsewhere one that reaches beyond tells nothing (kernels fill gaps in firmware with a cache shared by
 * all), and then what package and node have in common takes its place. The architecture and AMD's Zen are seen from
 * {@code proc/cpuinfo} beside the tree, or the architecture from files that only its kernel has.
 */
public final class Sysfs {
    private final SortedMap<Integer, Path> cpuDirs;
    private final CpuSet online;
    private final CpuInfo cpuInfo;
    private final Architecture architecture;
    private final SysfsCaches caches;
    private final SysfsNodes nodes;

    private Sysfs(final Path root) {
        final Path system = system(root);
        cpuDirs = SysfsFiles.numbered(system.resolve("cpu"), "cpu", CpuSet.MAX_CPU);
        online = online(system.resolve("cpu"));
        cpuInfo = CpuInfo.read(root.resolve("proc").resolve("cpuinfo"));
        architecture = cpuInfo.architecture() == null ? architectureOfFiles() : cpuInfo.architecture();
        caches = new SysfsCaches(online);
        nodes = new SysfsNodes(system.resolve("node"));
    }

    /** Whether {@code root} holds a sysfs tree that tells of CPUs. */
    public static boolean isTree(final Path root) {
        return Files.isDirectory(root.resolve("sys/devices/system/cpu"))
                || Files.isDirectory(root.resolve("devices/system/cpu"));
    }

    /**
     * Reads the machine below {@code root}: {@code /} for the running host, else the directory that holds {@code sys}
     * (and best {@code proc/cpuinfo} too), or the one that holds {@code devices/system/cpu}.
     *
     * @throws IllegalArgumentException if there is no such tree, or it is malformed or contradicts itself; the message
     *         names the file
     */
    public static Topology read(final Path root, final String name) {
        return new Sysfs(root).read(name);
    }

    private static Path system(final Path root) {
        if (!isTree(root)) {
            throw SysfsFiles.bad(root, "no sysfs tree: sys/devices/system/cpu is missing");
        }
        final Path inRoot = root.resolve("sys/devices/system");
        return Files.isDirectory(inRoot) ? inRoot : root.resolve("devices/system");
    }

    private CpuSet online(final Path cpuDir) {
        final CpuSet listed = SysfsFiles.list(cpuDir.resolve("online"));
        final CpuSet cpus = listed == null ? onlineByDirectory() : listed;
        if (cpus.isEmpty()) {
            throw SysfsFiles.bad(cpuDir, "no CPU is online");
        }
        cpus.forEach(cpu -> {
            if (!cpuDirs.containsKey(cpu)) {
                throw SysfsFiles.bad(cpuDir.resolve("online"), "lists CPU " + cpu + ", but there is no cpu" + cpu);
            }
            SysfsFiles.checkDirectory(cpuDirs.get(cpu));
            SysfsFiles.checkDirectory(cpuDirs.get(cpu).resolve("topology"));
        });
        return cpus;
    }

    /** Old kernels list no online CPUs; an offline one has no topology. */
    private CpuSet onlineByDirectory() {
        final boolean told = cpuDirs.values().stream().anyMatch(dir -> Files.isDirectory(dir.resolve("topology")));
        final var cpus = new CpuSet.Builder();
        cpuDirs.forEach((cpu, dir) -> {
            final boolean present = !told || Files.isDirectory(dir.resolve("topology"));
            if (present && SysfsFiles.number(dir.resolve("online"), 1) != 0) {
                cpus.add(cpu);
            }
        });
        return cpus.build();
    }

    private Architecture architectureOfFiles() {
        final Path cpu = cpuDirs.get(online.first());
        if (SysfsFiles.number(cpu.resolve("topology/die_id"), -1) >= 0) {
            return Architecture.X86_64;
        } else if (Files.exists(cpu.resolve("topology/book_id"))) {
            return Architecture.S390X;
        } else if (Files.exists(cpu.resolve("cpu_capacity")) || Files.exists(cpu.resolve("regs"))) {
            return Architecture.AARCH64;
        }
        return Architecture.X86_64;
    }

    private Topology read(final String name) {
        online.forEach(cpu -> caches.read(cpu, cpuDirs.get(cpu)));
        final Partition inNodes = nodes.of(online, cpuDirs);
        final Partition cores = parts("core", cpu -> topology(cpu, "core_cpus", "thread_siblings"));
        final Partition packages = parts("package", this::packageOf);
        final Partition dies = parts("die", cpu -> dieOf(cpu, packages));
        final Partition clusters = parts("cluster", cpu -> clusterOf(cpu, cores));
        final Partition llcs = parts("last-level cache", cpu -> llcOf(cpu, cores, packages, inNodes));
        final var builder = Topology.builder(name).architecture(architecture);
        online.forEach(cpu -> builder.cpu(cpu, new Place(cores.of(cpu), clusters.of(cpu), llcs.of(cpu), dies.of(cpu),
                packages.of(cpu), inNodes.id(inNodes.of(cpu)), capacityOf(cpu))));
        caches.all().forEach(builder::cache);
        nodes.addDistances(builder);
        addOuterLevels(builder);
        return builder.reclaimDistance(cpuInfo.isZen() ? Topology.ZEN_RECLAIM_DISTANCE : Topology.RECLAIM_DISTANCE)
                .build();
    }

    private Partition parts(final String what, final IntFunction<CpuSet> named) {
        final var claims = new Claims(what, online);
        online.forEach(cpu -> claims.add(cpu, named.apply(cpu), cpuDirs.get(cpu)));
        return claims.partition();
    }

    private CpuSet topology(final int cpu, final String name, final String olderName) {
        final CpuSet cpus = topology(cpu, name);
        return cpus == null ? topology(cpu, olderName) : cpus;
    }

    private CpuSet topology(final int cpu, final String name) {
        return SysfsFiles.cpus(cpuDirs.get(cpu).resolve("topology"), name + "_list", name);
    }

    /** A machine that tells of no package is one. */
    private CpuSet packageOf(final int cpu) {
        final CpuSet pack = topology(cpu, "package_cpus", "core_siblings");
        return pack == null ? online : pack;
    }

    private CpuSet dieOf(final int cpu, final Partition packages) {
        final boolean told = SysfsFiles.number(cpuDirs.get(cpu).resolve("topology/die_id"), -1) >= 0;
        final CpuSet die = told ? topology(cpu, "die_cpus") : null;
        return die == null ? packages.around(cpu) : die;
    }

    private CpuSet clusterOf(final int cpu, final Partition cores) {
        CpuSet cluster = topology(cpu, "cluster_cpus");
        if (cluster == null && (architecture == Architecture.X86_64 || architecture == Architecture.PPC64)) {
            cluster = caches.level2(cpu);
        }
        return cluster == null ? cores.around(cpu) : cluster;
    }

    private CpuSet llcOf(final int cpu, final Partition cores, final Partition packages, final Partition inNodes) {
        final CpuSet cache = caches.last(cpu, architecture);
        final CpuSet node = inNodes.around(cpu);
        if (architecture.assumesSharedCache()) {
            return cache == null || !node.containsAll(cache) ? packages.around(cpu).and(node) : cache;
        }
        return cache == null ? cores.around(cpu) : cache.and(node);
    }

    private int capacityOf(final int cpu) {
        final Path file = cpuDirs.get(cpu).resolve("cpu_capacity");
        final int capacity = SysfsFiles.number(file, Topology.FULL_CAPACITY);
        if (capacity < 1 || capacity > Topology.FULL_CAPACITY) {
            throw SysfsFiles.bad(file, "capacity " + capacity + " is outside 1-" + Topology.FULL_CAPACITY);
        }
        return capacity;
    }

    private void addOuterLevels(final Topology.Builder builder) {
        for (final String level : List.of("book", "drawer")) {
            if (Files.exists(cpuDirs.get(online.first()).resolve("topology").resolve(level + "_id"))) {
                final Partition parts = parts(level, cpu -> topology(cpu, level + "_cpus", level + "_siblings"));
                builder.outerLevel(level.toUpperCase(Locale.ROOT), parts::of);
            }
        }
    }
}
