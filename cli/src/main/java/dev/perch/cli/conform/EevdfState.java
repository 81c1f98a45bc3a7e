package dev.perch.cli.conform;

import dev.perch.scheduler.fair.EevdfQueue;
import dev.perch.scheduler.fair.EevdfRules;
import dev.perch.scheduler.fair.LoadWeight;
import dev.perch.scheduler.fair.SchedEntity;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The queue that an EEVDF scenario describes. */
final class EevdfState {
    private static final long LONGEST_SLICE = 1L << 40;
    private static final long MOST_WEIGHT = 1L << 40;

    final EevdfQueue queue;
    final List<SchedEntity> entities = new ArrayList<>();
    private final long baseSlice;

    EevdfState(final Scenario scenario) {
        baseSlice = slice(scenario.number("base_slice"), "base_slice");
        final var rules = EevdfRules.of(scenario.policy(), 1).withBaseSlice(baseSlice);
        queue = new EevdfQueue(rules, scenario.number("zero_vruntime", 0));
        final List<JsonNode> descriptions = scenario.list("entities");
        final int current = scenario.number("curr", -1, -1, descriptions.size() - 1);
        for (final JsonNode description : descriptions) {
            final var fields = scenario.of(description);
            final SchedEntity entity = entity(fields);
            entity.queued = fields.bool("on_rq", true);
            if (entities.size() == current) {
                if (entity.queued && scenario.bool("curr_protected", true)) {
                    entity.vlag = entity.deadline;
                }
                queue.setCurrent(entity);
            } else if (entity.queued) {
                queue.add(entity);
            }
            entities.add(entity);
        }
    }

    /** The entity that {@code fields} describe, not queued. */
    SchedEntity entity(final Scenario fields) {
        final var entity = new SchedEntity(null);
        entity.weight = fields.has("weight") ? weight(fields.number("weight")) : nice(fields.number("nice", 0));
        entity.slice = slice(fields.number("slice", baseSlice), "slice");
        entity.customSlice = fields.bool("custom_slice", false);
        entity.vruntime = fields.number("vruntime");
        entity.deadline = fields.number("deadline");
        entity.vlag = fields.number("vlag", 0);
        entity.relativeDeadline = fields.bool("rel_deadline", false);
        return entity;
    }

    private static long slice(final long nanos, final String field) {
        if (nanos < 1 || nanos > LONGEST_SLICE) {
            throw new IllegalArgumentException("'" + field + "' is " + nanos + ", outside 1-" + LONGEST_SLICE);
        }
        return nanos;
    }

    static LoadWeight nice(final long nice) {
        return LoadWeight.ofNice(Math.clamp(nice, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    static LoadWeight weight(final long raw) {
        if (raw < 1 || raw > MOST_WEIGHT) {
            throw new IllegalArgumentException("weight " + raw + " is outside 1-" + MOST_WEIGHT);
        }
        return LoadWeight.of(raw << 10);
    }

    /** What the kernel's code printed of an entity. */
    void put(final ObjectNode node, final SchedEntity entity) {
        node.put("i", entities.indexOf(entity));
        node.put("vruntime", Long.toUnsignedString(entity.vruntime));
        node.put("deadline", Long.toUnsignedString(entity.deadline));
        node.put("slice", entity.slice);
        node.put("vlag", entity.vlag);
        node.put("on_rq", entity.queued ? 1 : 0);
        node.put("rel_deadline", entity.relativeDeadline ? 1 : 0);
    }
}
