package dev.perch.scheduler.fair;

import static dev.perch.scheduler.fair.Scenario.number;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Runs an EEVDF scenario and gives the answers in the order in which the kernel's are written. */
final class EevdfScenario {
    private final EevdfQueue queue;
    private final List<SchedEntity> entities = new ArrayList<>();

    private EevdfScenario(final JsonNode scenario) {
        final JsonNode features = scenario.get("features");
        final long slice = number(scenario.get("base_slice"));
        final var rules = new EevdfRules(on(features, "RUN_TO_PARITY"), on(features, "PREEMPT_SHORT"),
                on(features, "PLACE_LAG"), on(features, "PLACE_DEADLINE_INITIAL"), on(features, "PLACE_REL_DEADLINE"),
                false, false, slice);
        queue = new EevdfQueue(rules, number(scenario.get("zero_vruntime")));
        final int current = scenario.get("curr").asInt();
        for (final JsonNode description : scenario.get("entities")) {
            final SchedEntity entity = entity(description, slice);
            entity.queued = !description.has("on_rq") || number(description.get("on_rq")) != 0;
            if (entities.size() == current) {
                if (entity.queued && (!scenario.has("curr_protected") || scenario.get("curr_protected").asBoolean())) {
                    entity.vlag = entity.deadline;
                }
                queue.setCurrent(entity);
            } else if (entity.queued) {
                queue.add(entity);
            }
            entities.add(entity);
        }
    }

    private static boolean on(final JsonNode features, final String name) {
        return features.get(name).asBoolean();
    }

    private static SchedEntity entity(final JsonNode description, final long baseSlice) {
        final var entity = new SchedEntity(null);
        entity.weight = description.has("weight")
                ? LoadWeight.of(number(description.get("weight")) << 10)
                : LoadWeight.ofNice((int) number(description.get("nice")));
        entity.slice = description.has("slice") ? number(description.get("slice")) : baseSlice;
        entity.customSlice = number(description.get("custom_slice")) != 0;
        entity.vruntime = number(description.get("vruntime"));
        entity.deadline = number(description.get("deadline"));
        entity.vlag = number(description.get("vlag"));
        entity.relativeDeadline = number(description.get("rel_deadline")) != 0;
        return entity;
    }

    static List<String> pick(final JsonNode json) {
        final var scenario = new EevdfScenario(json);
        final EevdfQueue queue = scenario.queue;
        final List<String> out = new ArrayList<>();
        out.add(Long.toString(queue.weightedSum()));
        out.add(Long.toString(queue.load()));
        scenario.entities.forEach(entity -> out.add(queue.isEligible(entity) ? "1" : "0"));
        out.add(Integer.toString(scenario.entities.indexOf(queue.pick())));
        out.add(Long.toUnsignedString(queue.averageVruntime()));
        out.add(Long.toString(queue.weightedSum()));
        return out;
    }

    static List<String> place(final JsonNode json) {
        final var scenario = new EevdfScenario(json);
        final SchedEntity entity = entity(json.get("se"), number(json.get("base_slice")));
        scenario.entities.add(entity);
        scenario.queue.place(entity, number(json.get("initial")) != 0);
        final List<String> out = scenario.state(entity);
        out.add(Long.toUnsignedString(scenario.queue.zero()));
        return out;
    }

    static List<String> trace(final JsonNode json) {
        final var scenario = new EevdfScenario(json);
        final List<String> out = new ArrayList<>();
        for (final JsonNode step : json.get("steps")) {
            out.addAll(scenario.step(step.get(0).asString(), number(step.get(1))));
        }
        return out;
    }

    private List<String> step(final String operation, final long argument) {
        boolean reschedule = false;
        SchedEntity entity = operation.equals("run") || operation.equals("pick")
                ? queue.current()
                : entities.get((int) argument);
        switch (operation) {
            case "run" -> {
                if (entity != null) {
                    reschedule = queue.run(argument) && queue.size() > 1;
                }
            }
            case "pick" -> {
                queue.stop();
                entity = queue.pick();
                if (entity != null) {
                    queue.start(entity);
                }
            }
            case "sleep" -> {
                if (entity.queued) {
                    queue.keepLag(entity);
                    queue.remove(entity);
                    entity.queued = false;
                    if (queue.current() == entity) {
                        queue.setCurrent(null);
                    }
                }
            }
            case "wake" -> {
                if (!entity.queued) {
                    queue.place(entity, false);
                    entity.queued = true;
                    queue.add(entity);
                }
            }
            default -> throw new IllegalArgumentException(operation);
        }
        final List<String> out = new ArrayList<>();
        out.add(reschedule ? "1" : "0");
        out.add(Long.toUnsignedString(queue.zero()));
        out.add(Long.toString(queue.weightedSum()));
        out.addAll(entity == null ? List.of("null") : state(entity));
        return out;
    }

    private List<String> state(final SchedEntity entity) {
        return new ArrayList<>(List.of(Integer.toString(entities.indexOf(entity)),
                Long.toUnsignedString(entity.vruntime), Long.toUnsignedString(entity.deadline),
                Long.toUnsignedString(entity.slice), Long.toString(entity.vlag), entity.queued ? "1" : "0",
                entity.relativeDeadline ? "1" : "0"));
    }
}
