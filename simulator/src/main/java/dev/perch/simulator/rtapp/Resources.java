package dev.perch.simulator.rtapp;

import dev.perch.simulator.Barrier;
import dev.perch.simulator.Mutex;
import dev.perch.simulator.SimulatedTask;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** What the threads of one run share, by name: each is there once somebody names it. */
final class Resources {
    private final Map<String, Mutex> mutexes = new HashMap<>();
    private final Map<String, Condition> conditions = new HashMap<>();
    private final Map<String, Barrier> barriers = new HashMap<>();
    private final Map<String, Clock> timers = new HashMap<>();
    private final Map<String, ArrayDeque<SimulatedTask>> spares = new HashMap<>();
    private final Map<String, Integer> parties;

    /** {@code parties} is how many threads have each barrier. */
    Resources(final Map<String, Integer> parties) {
        this.parties = parties;
    }

    /** When a timer's next period begins. */
    static final class Clock {
        long next = Long.MIN_VALUE;
    }

    Mutex mutex(final String name) {
        return mutexes.computeIfAbsent(name, key -> new Mutex());
    }

    Condition condition(final String name) {
        return conditions.computeIfAbsent(name, key -> new Condition());
    }

    Barrier barrier(final String name) {
        return barriers.computeIfAbsent(name, key -> new Barrier(Math.max(1, parties.get(key))));
    }

    Clock timer(final String name) {
        return timers.computeIfAbsent(name, key -> new Clock());
    }

    /** The threads of {@code task} that only a fork starts. */
    ArrayDeque<SimulatedTask> spares(final String task) {
        return spares.computeIfAbsent(task, key -> new ArrayDeque<>());
    }
}
