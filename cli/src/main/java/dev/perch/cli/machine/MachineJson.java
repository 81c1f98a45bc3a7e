package dev.perch.cli.machine;

import dev.perch.cli.json.JsonObject;
import dev.perch.machines.HardwareCosts;
import dev.perch.machines.Machine;
import dev.perch.topology.CpuSet;
import dev.perch.topology.Partition;
import dev.perch.topology.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A machine as {@code perch machine --format json} prints it. */
public final class MachineJson {
    private MachineJson() {}

    /** The object of {@code machine}. */
    public static Map<String, Object> of(final Machine machine) {
        final Topology topology = machine.topology();
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", topology.name());
        object.put("about", machine.about());
        object.put("architecture", topology.architecture().name().toLowerCase(Locale.ROOT));
        object.put("shape", MachineTree.shape(topology));
        object.put("cpus", topology.cpus().toString());
        object.put("packages", lists(topology.packages()));
        final Partition nodes = topology.nodes();
        object.put("nodes", IntStream.range(0, nodes.count())
                .mapToObj(node -> new JsonObject().with("id", nodes.id(node)).with("cpus", nodes.set(node).toString()))
                .toList());
        object.put("node_distances",
                IntStream.range(0, nodes.count()).mapToObj(node -> IntStream.range(0, nodes.count())
                        .map(other -> topology.nodeDistance(node, other)).toArray()).toList());
        object.put("llcs", lists(topology.llcs()));
        object.put("clusters", lists(topology.clusters()));
        object.put("cores", lists(topology.cores()));
        object.put("caches",
                topology.caches().stream()
                        .map(cache -> new JsonObject().with("level", cache.level())
                                .with("type", cache.type().name().toLowerCase(Locale.ROOT))
                                .with("bytes", cache.sizeBytes()).with("cpus", cache.cpus().toString()))
                        .toList());
        object.put("costs", machine.costs().map(MachineJson::costs).orElse(null));
        object.put("costs_from", machine.costsFrom());
        return object;
    }

    private static List<String> lists(final Partition parts) {
        return parts.sets().stream().map(CpuSet::toString).toList();
    }

    private static Map<String, Object> costs(final HardwareCosts costs) {
        final Map<String, Object> object = new LinkedHashMap<>();
        costs.figures()
                .forEach(figures -> object.put(figures.cost().section(),
                        new JsonObject().with("unit", figures.cost().unit()).with("figures", figures.values())
                                .with("source", figures.source()).with("estimate", figures.estimate())));
        object.put("caches", new JsonObject().with("levels", costs.caches()).with("source", costs.cacheSource()));
        object.put("idle-states",
                new JsonObject().with("states", costs.idleStates()).with("source", costs.idleSource()));
        return object;
    }
}
