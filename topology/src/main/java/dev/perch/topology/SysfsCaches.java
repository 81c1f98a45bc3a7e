package dev.perch.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The caches of a sysfs tree, by CPU. */
final class SysfsCaches {
    private static final int MAX_CACHES = 15;
    /** What lies beyond level 3 counts as memory's on x86. */
    private static final int LAST_LEVEL_OF_X86 = 3;

    private final CpuSet online;
    private final Map<Integer, List<Cache>> caches = new HashMap<>();
    private final Map<String, Claims> claims = new HashMap<>();

    SysfsCaches(final CpuSet online) {
        this.online = online;
    }

    /** Reads the caches of {@code cpu}. */
    void read(final int cpu, final Path cpuDir) {
        final List<Cache> found = new ArrayList<>();
        SysfsFiles.numbered(cpuDir.resolve("cache"), "index", MAX_CACHES)
                .forEach((index, dir) -> found.add(cache(cpu, dir)));
        caches.put(cpu, found);
    }

    private Cache cache(final int cpu, final Path dir) {
        SysfsFiles.checkDirectory(dir);
        final int level = SysfsFiles.number(dir.resolve("level"), 0);
        final Cache.Type type = type(SysfsFiles.text(dir.resolve("type")));
        final String name = "L" + level + " " + type.name().toLowerCase(Locale.ROOT) + " cache";
        final CpuSet shared = SysfsFiles.cpus(dir, "shared_cpu_list", "shared_cpu_map");
        return new Cache(level, type, sizeBytes(SysfsFiles.text(dir.resolve("size"))),
                claims.computeIfAbsent(name, key -> new Claims(name, online)).add(cpu, shared, dir));
    }

    private static Cache.Type type(final String type) {
        return switch (type == null ? "" : type.toLowerCase(Locale.ROOT)) {
            case "data" -> Cache.Type.DATA;
            case "instruction" -> Cache.Type.INSTRUCTION;
            default -> Cache.Type.UNIFIED;
        };
    }

    private static long sizeBytes(final String size) {
        if (size == null || !size.matches("\\d{1,9}[KMG]?")) {
            return 0;
        }
        final long number = Long.parseLong(size.replaceAll("\\D", ""));
        return switch (size.charAt(size.length() - 1)) {
            case 'K' -> number << 10;
            case 'M' -> number << 20;
            case 'G' -> number << 30;
            default -> number;
        };
    }

    /** Every cache once, in the order of the CPUs. */
    Set<Cache> all() {
        final Set<Cache> all = new LinkedHashSet<>();
        online.forEach(cpu -> all.addAll(caches.get(cpu)));
        return all;
    }

    /** The CPUs that share the L2 of {@code cpu}; null where it has none. */
    CpuSet level2(final int cpu) {
        return caches.get(cpu).stream().filter(cache -> cache.level() == 2 && holdsData(cache)).map(Cache::cpus)
                .findFirst().orElse(null);
    }

    /** The CPUs that share the cache of {@code cpu} nearest to memory, beyond level 1; null where it has none. */
    CpuSet last(final int cpu, final Architecture architecture) {
        Cache last = null;
        for (final Cache cache : caches.get(cpu)) {
            final boolean counts = architecture != Architecture.X86_64 || cache.level() <= LAST_LEVEL_OF_X86;
            if (counts && holdsData(cache) && cache.level() > (last == null ? 1 : last.level())) {
                last = cache;
            }
        }
        return last == null ? null : last.cpus();
    }

    private static boolean holdsData(final Cache cache) {
        return cache.type() != Cache.Type.INSTRUCTION;
    }
}
