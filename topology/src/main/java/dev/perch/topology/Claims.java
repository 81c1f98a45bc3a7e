package dev.perch.topology;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The parts of one level as CPU after CPU names its own. A claim that contradicts an earlier one is refused at once, so
 * that no tree, however odd, makes us hold more than one set a part.
 */
final class Claims {
    private final String what;
    private final CpuSet online;
    private final int[] owner; // by CPU, the first CPU of the part that was claimed to hold it; -1 until then
    private final Map<Integer, CpuSet> parts = new HashMap<>(); // by first CPU

    Claims(final String what, final CpuSet online) {
        this.what = what;
        this.online = online;
        owner = new int[online.last() + 1];
        Arrays.fill(owner, -1);
    }

    /** The online CPUs of the part that {@code cpu} names in {@code source}; {@code cpu} alone where it names none. */
    CpuSet add(final int cpu, final CpuSet named, final Path source) {
        final CpuSet part = named == null ? CpuSet.of(cpu) : named.and(online).or(CpuSet.of(cpu));
        if (owner[cpu] < 0) {
            part.forEach(member -> claim(member, part, source));
            parts.put(part.first(), part);
        } else if (!parts.get(owner[cpu]).equals(part)) {
            throw contradiction(cpu, part, source);
        }
        return parts.get(owner[cpu]);
    }

    private void claim(final int member, final CpuSet part, final Path source) {
        if (owner[member] >= 0) {
            throw contradiction(member, part, source);
        }
        owner[member] = part.first();
    }

    private IllegalArgumentException contradiction(final int cpu, final CpuSet part, final Path source) {
        return SysfsFiles.bad(source, "impossible machine: CPU " + cpu + " is in the " + what + " of CPUs " + part
                + " here, but another CPU's file puts it in one of CPUs " + parts.get(owner[cpu]));
    }

    /** The parts, once every online CPU has named its own. */
    Partition partition() {
        return Partition.by(online, cpu -> owner[cpu]);
    }
}
