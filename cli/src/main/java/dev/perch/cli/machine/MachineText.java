package dev.perch.cli.machine;

import dev.perch.machines.Figures;
import dev.perch.machines.HardwareCosts;
import dev.perch.machines.Machine;
import dev.perch.topology.Cache;
import dev.perch.topology.Distance;
import dev.perch.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A machine as {@code perch machine} shows it to people: shape, tree, caches, distances, costs with their sources. */
public final class MachineText {
    private static final int WIDTH = 110;
    private static final String INDENT = " ".repeat(20);

    private final StringBuilder text = new StringBuilder();

    private MachineText() {}

    /** The text of {@code machine}. */
    public static String of(final Machine machine) {
        final var text = new MachineText();
        text.head(machine);
        text.text.append(MachineTree.draw(machine.topology()));
        text.caches(machine.topology());
        text.distances(machine.topology());
        machine.costs().ifPresentOrElse(costs -> text.costs(costs, machine.costsFrom()), () -> text.text.append(
                "costs: none known; a simulation needs --costs MACHINE\n"));
        return text.text.toString();
    }

    private void head(final Machine machine) {
        final Topology topology = machine.topology();
        text.append(topology.name()).append(": ").append(topology.cpus().size())
                .append(topology.cpus().size() == 1 ? " CPU, " : " CPUs, ")
                .append(topology.architecture().name().toLowerCase(Locale.ROOT)).append('\n');
        if (!machine.about().isEmpty() && !machine.about().equals(topology.name())) {
            text.append(machine.about()).append('\n');
        }
        text.append(MachineTree.shape(topology)).append('\n');
    }

    private void caches(final Topology topology) {
        final Map<String, Integer> counts = new TreeMap<>();
        for (final Cache cache : topology.caches()) {
            final String kind = "L" + cache.level() + switch (cache.type()) {
                case DATA -> "d";
                case INSTRUCTION -> "i";
                case UNIFIED -> "";
            };
            counts.merge(kind + (cache.sizeBytes() == 0 ? "" : " of " + size(cache.sizeBytes())), 1, Integer::sum);
        }
        if (!counts.isEmpty()) {
            text.append("caches: ").append(counts.entrySet().stream().map(kind -> kind.getValue() + " " + kind.getKey())
                    .collect(Collectors.joining(", "))).append('\n');
        }
    }

    private void distances(final Topology topology) {
        final int nodes = topology.nodes().count();
        for (int node = 0; node < nodes && nodes > 1; node++) {
            text.append(node == 0 ? "node distances: " : " ".repeat(16));
            for (int to = 0; to < nodes; to++) {
                text.append(String.format(Locale.ROOT, "%4d", topology.nodeDistance(node, to)));
            }
            text.append('\n');
        }
    }

    private void costs(final HardwareCosts costs, final String from) {
        text.append(from.isEmpty() ? "costs:\n" : "costs, taken from " + from + ":\n");
        for (final Figures figures : costs.figures()) {
            entry(figures.cost().section(), figures.values().entrySet().stream()
                    .map(value -> value.getKey() + " " + number(value.getValue())).collect(Collectors.joining(", "))
                    + " " + figures.cost().unit(), figures.source(), figures.estimate());
        }
        entry("caches", costs.caches().stream().map(cache -> cache.name() + " " + size(cache.bytes()) + " per "
                + (cache.sharedWithin() == Distance.SMT ? "core" : cache.sharedWithin().label()) + ", refilled at "
                + number(cache.refillBytesPerNano()) + " bytes/ns").collect(Collectors.joining("; ")),
                costs.cacheSource(),
                false);
        entry("idle-states", costs.idleStates().stream().map(state -> state.name() + " exit "
                + number(state.exitNanos() / 1000) + " µs after " + number(state.residencyNanos() / 1000)
                + " µs, woken "
                + (state.wokenByWrite() ? "by a write" : "by an interrupt")).collect(Collectors.joining("; ")),
                costs.idleSource(), false);
    }

    private void entry(final String section, final String figures, final String source, final boolean estimate) {
        text.append(String.format(Locale.ROOT, "  %-18s", section));
        final List<String> lines = new ArrayList<>(wrapped(figures));
        lines.addAll(wrapped((estimate ? "(estimate: " : "(") + source + ")"));
        text.append(String.join("\n" + INDENT, lines)).append('\n');
    }

    private static List<String> wrapped(final String words) {
        final List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (final String word : words.split(" ", -1)) {
            if (!line.isEmpty() && INDENT.length() + line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder();
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** {@code 512 KiB}. */
    static String size(final long bytes) {
        final double kib = bytes / 1024.0;
        return kib < 1024 ? number(kib) + " KiB" : number(Math.rint(kib / 1024 * 100) / 100) + " MiB";
    }

    private static String number(final double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
