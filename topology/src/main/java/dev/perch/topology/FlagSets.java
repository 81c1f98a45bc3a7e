package dev.perch.topology;

import dev.perch.topology.SchedDomain.SchedGroup;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** One set object for each mask of flags, and one group object for each span and mask. */
final class FlagSets {
    private final Map<Integer, Set<SdFlag>> sets = new HashMap<>();
    private final Map<Integer, Map<CpuSet, SchedGroup>> groups = new HashMap<>();

    Set<SdFlag> set(final int mask) {
        return sets.computeIfAbsent(mask, bits -> {
            final var set = EnumSet.noneOf(SdFlag.class);
            for (final SdFlag flag : SdFlag.values()) {
                if ((bits & flag.bit()) != 0) {
                    set.add(flag);
                }
            }
            return Collections.unmodifiableSet(set);
        });
    }

    SchedGroup group(final CpuSet span, final int mask) {
        return groups.computeIfAbsent(mask, bits -> new HashMap<>()).computeIfAbsent(span,
                cpus -> new SchedGroup(cpus, set(mask)));
    }
}
