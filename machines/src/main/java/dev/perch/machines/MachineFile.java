package dev.perch.machines;

import dev.perch.topology.Architecture;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads Perch's own machine file: a commented YAML with the machine's topology, by counts or by sets of CPUs, and its
 * hardware costs, each with its source. The catalogue's files are examples.
 */
final class MachineFile {
    private static final List<String> TOP = List.of("name", "about", "architecture", "topology", "costs");
    private static final List<String> CACHE = List.of("name", "size", "shared", "refill");
    private static final List<String> IDLE_STATE = List.of("name", "residency", "exit", "woken");
    private static final double MOST = 1e12;

    private MachineFile() {}

    /**
     * The machine that {@code text} describes.
     *
     * @param file the file's name, for messages
     * @throws IllegalArgumentException with file and line if it is no machine file or its machine cannot exist
     */
    static Machine read(final String file, final String text) {
        final Entry top = Entry.read(file, text);
        final Map<String, Entry> entries = top.map(TOP);
        final String name = top.required("name").text();
        final Entry topology = top.required("topology");
        final Architecture architecture = architecture(top.required("architecture"));
        final Topology.Builder builder = Topology.builder(name).architecture(architecture);
        final Map<String, Entry> levels = topology.map(TopologyEntries.KEYS);
        try {
            if (levels.containsKey("cpus")) {
                TopologyEntries.bySets(levels, architecture, builder);
            } else {
                TopologyEntries.byCounts(levels, builder);
            }
            final Topology machine = builder.build();
            TopologyEntries.checkDistances(levels, machine);
            final Entry costs = entries.get("costs");
            return new Machine(machine, entries.containsKey("about") ? entries.get("about").text() : "",
                    costs == null ? Optional.empty() : Optional.of(costs(costs)), costs == null ? "" : from(costs));
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(file + ":") ? e : topology.wrong(e.getMessage());
        }
    }

    private static Architecture architecture(final Entry entry) {
        return Arrays.stream(Architecture.values()).filter(one -> name(one).equals(entry.text())).findFirst()
                .orElseThrow(() -> entry.wrong("unknown architecture '" + entry.text() + "' ("
                        + Arrays.stream(Architecture.values()).map(MachineFile::name).collect(Collectors.joining(", "))
                        + ")"));
    }

    /** What a machine file calls {@code architecture}. */
    static String name(final Architecture architecture) {
        return architecture.name().toLowerCase(Locale.ROOT);
    }

    /** Whose costs they are, where they are another machine's. */
    private static String from(final Entry costs) {
        final Entry from = costs.map().get("from");
        return from == null ? "" : from.text();
    }

    private static HardwareCosts costs(final Entry costs) {
        final List<String> sections = new ArrayList<>(List.of("from", "caches", "idle-states"));
        Arrays.stream(Cost.values()).map(Cost::section).forEach(sections::add);
        final Map<String, Entry> entries = costs.map(sections);
        final List<Figures> figures = new ArrayList<>();
        for (final Cost cost : Cost.values()) {
            if (entries.containsKey(cost.section())) {
                figures.add(figures(cost, entries.get(cost.section())));
            }
        }
        final Entry caches = costs.required("caches");
        final Entry idle = costs.required("idle-states");
        try {
            return new HardwareCosts(figures,
                    caches.required("levels").list().stream().map(MachineFile::cache).toList(),
                    source(caches), idle.required("states").list().stream().map(MachineFile::idleState).toList(),
                    source(idle));
        } catch (final IllegalArgumentException e) {
            throw e.getMessage().startsWith(costs.file() + ":") ? e : costs.wrong(e.getMessage());
        }
    }

    private static Figures figures(final Cost cost, final Entry section) {
        final List<String> known = new ArrayList<>(cost.keys());
        known.addAll(List.of("source", "estimate"));
        final Map<String, Double> values = new LinkedHashMap<>();
        section.map(known).forEach((key, entry) -> {
            if (cost.keys().contains(key)) {
                values.put(key, entry.number(0.001, cost == Cost.SMT ? 1 : MOST));
            }
        });
        return new Figures(cost, values, source(section), section.map().containsKey("estimate"));
    }

    /** Where figures come from: under {@code source}, or as reasoning under {@code estimate}. */
    private static String source(final Entry section) {
        final Map<String, Entry> entries = section.map();
        if (entries.containsKey("source") == entries.containsKey("estimate")) {
            throw section.wrong("needs a 'source', or its reasoning under 'estimate'");
        }
        return entries.getOrDefault("source", entries.get("estimate")).text();
    }

    private static CacheCosts cache(final Entry cache) {
        cache.map(CACHE);
        final Entry shared = cache.required("shared");
        final Distance within = switch (shared.text()) {
            case "core" -> Distance.SMT;
            case "cluster" -> Distance.CLUSTER;
            case "llc" -> Distance.LLC;
            default -> throw shared.wrong("expected core, cluster or llc, not '" + shared.text() + "'");
        };
        return new CacheCosts(cache.required("name").text(), (long) cache.required("size").number(1, MOST), within,
                cache.required("refill").number(0.001, MOST));
    }

    private static IdleState idleState(final Entry state) {
        state.map(IDLE_STATE);
        final Entry woken = state.required("woken");
        if (!woken.text().equals("by-write") && !woken.text().equals("by-interrupt")) {
            throw woken.wrong("expected by-write or by-interrupt, not '" + woken.text() + "'");
        }
        return new IdleState(state.required("name").text(), state.required("residency").number(0, MOST),
                state.required("exit").number(0, MOST), woken.text().equals("by-write"));
    }
}
