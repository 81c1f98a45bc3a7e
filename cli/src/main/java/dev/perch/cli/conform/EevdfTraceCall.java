package dev.perch.cli.conform;

import dev.perch.scheduler.fair.EevdfQueue;
import dev.perch.scheduler.fair.SchedEntity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A life of a queue: run, pick, sleep, wake, and the state after each. */
final class EevdfTraceCall implements ScenarioCall {
    @Override
    public String name() {
        return "eevdf_trace";
    }

    @Override
    public void answer(final Scenario scenario, final ObjectNode answer) {
        final var state = new EevdfState(scenario);
        final ArrayNode out = answer.putArray("out");
        for (final JsonNode step : scenario.list("steps")) {
            if (!step.isArray() || step.size() != 2 || !step.get(0).isString()) {
                throw new IllegalArgumentException("'steps' holds " + step + ", not an operation and its number");
            }
            final long argument = Scenario.numbers(step, "steps", 1, 2)[0];
            final ObjectNode after = out.addObject();
            final boolean reschedule;
            final SchedEntity entity;
            switch (step.get(0).stringValue()) {
                case "run" -> {
                    entity = state.queue.current();
                    reschedule = entity != null && state.queue.run(argument) && state.queue.size() > 1;
                }
                case "pick" -> {
                    reschedule = false;
                    entity = pick(state.queue);
                }
                case "sleep" -> {
                    reschedule = false;
                    entity = entity(state, argument);
                    sleep(state.queue, entity);
                }
                case "wake" -> {
                    reschedule = false;
                    entity = entity(state, argument);
                    wake(state.queue, entity);
                }
                default -> throw new IllegalArgumentException(
                        "'steps' holds '" + step.get(0).stringValue() + "', none of run, pick, sleep, wake");
            }
            after.put("r", reschedule ? 1 : 0);
            after.put("zv", Long.toUnsignedString(state.queue.zero()));
            after.put("sum", state.queue.weightedSum());
            if (entity == null) {
                after.putNull("se");
            } else {
                state.put(after.putObject("se"), entity);
            }
        }
    }

    private static SchedEntity entity(final EevdfState state, final long index) {
        if (index < 0 || index >= state.entities.size()) {
            throw new IllegalArgumentException("'steps' names entity " + index + " of " + state.entities.size());
        }
        return state.entities.get((int) index);
    }

    private static SchedEntity pick(final EevdfQueue queue) {
        queue.stop();
        final SchedEntity next = queue.pick();
        if (next != null) {
            queue.start(next);
        }
        return next;
    }

    private static void sleep(final EevdfQueue queue, final SchedEntity entity) {
        if (entity.queued) {
            queue.keepLag(entity);
            queue.remove(entity);
            entity.queued = false;
            if (queue.current() == entity) {
                queue.setCurrent(null);
            }
        }
    }

    private static void wake(final EevdfQueue queue, final SchedEntity entity) {
        if (!entity.queued) {
            queue.place(entity, false);
            entity.queued = true;
            queue.add(entity);
        }
    }
}
