package dev.perch.simulator.rtapp;

import dev.perch.simulator.rtapp.Json.Elements;
import dev.perch.simulator.rtapp.Json.Member;
import dev.perch.simulator.rtapp.Json.Members;
import dev.perch.simulator.rtapp.Json.Text;
import dev.perch.topology.CpuSet;
import dev.perch.topology.UnknownNameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What an rt-app file says. The words are those of rt-app's tutorial (github.com/scheduler-tools/rt-app, doc); an
 * event's key may have any ending, as {@code run2}. What cannot be simulated is refused with its line.
 *
 * @param tasks          its tasks, in order
 * @param durationMicros how long it runs, microseconds; negative for without end
 */
record RtAppFile(List<TaskSpec> tasks, double durationMicros) {
    private static final double MICROS_A_SECOND = 1e6;
    private static final double NANOS_A_MICRO = 1000;
    private static final double MOST_MICROS = 1e12;
    private static final int MOST_INSTANCES = 10_000;
    private static final int LOWEST_NICE = -20;
    private static final int HIGHEST_NICE = 19;
    private static final String NORMAL = "SCHED_OTHER";
    private static final Set<String> POLICIES = Set.of(NORMAL, "SCHED_BATCH", "SCHED_IDLE");
    /** What says nothing about the work: logging, calibration, memory locking. */
    private static final Set<String> IGNORED = Set.of("calibration", "logdir", "log_basename", "log_size", "ftrace",
            "gnuplot", "lock_pages", "frag", "cumulative_slack", "io_device", "mem_buffer_size", "pi_enabled");
    private static final Set<String> OLD = Set.of("exec", "period", "deadline", "lock_order", "resources");

    /** The events by their keys, in the order in which rt-app tries them. */
    private static final List<Map.Entry<String, BiFunction<Reader, Member, Event>>> EVENTS = List.of(
            Map.entry("lock", (reader, member) -> new Event.Lock(text(member))),
            Map.entry("unlock", (reader, member) -> new Event.Unlock(text(member))),
            Map.entry("wait", (reader, member) -> reader.waiting(member)),
            Map.entry("signal", (reader, member) -> new Event.Signal(text(member))),
            Map.entry("broad", (reader, member) -> new Event.Broadcast(text(member))),
            Map.entry("sleep", (reader, member) -> new Event.Sleep(micros(member))),
            Map.entry("runtime", (reader, member) -> new Event.Elapse(micros(member))),
            Map.entry("run", (reader, member) -> new Event.Run(micros(member))),
            Map.entry("timer", (reader, member) -> reader.timer(member)),
            Map.entry("suspend", (reader, member) -> new Event.Suspend(reader.orOwn(member))),
            Map.entry("resume", (reader, member) -> new Event.Resume(reader.orOwn(member))),
            Map.entry("barrier", (reader, member) -> new Event.Meet(text(member))),
            Map.entry("fork", (reader, member) -> new Event.Fork(text(member))));

    /**
     * Reads the text of a file.
     *
     * @throws IllegalArgumentException with the line of what is wrong or not supported
     */
    static RtAppFile parse(final String text) {
        final Members document = members(new Member("the file", Json.read(text)));
        Members tasks = null;
        double seconds = -1;
        String policy = NORMAL;
        for (final Member member : document.all()) {
            switch (member.key()) {
                case "tasks" -> tasks = members(member);
                case "global" -> {
                    seconds = seconds(members(member));
                    policy = defaultPolicy(members(member));
                }
                case "resources" -> members(member);
                default -> throw unsupported(member);
            }
        }
        if (tasks == null || tasks.all().isEmpty()) {
            throw new IllegalArgumentException("line 1: no rt-app file: it has no \"tasks\"");
        }
        final List<TaskSpec> specs = new ArrayList<>();
        for (final Member member : tasks.all()) {
            specs.add(new Reader(member.key(), policy).task(members(member)));
        }
        checkForks(specs, tasks);
        return new RtAppFile(specs, seconds < 0 ? -1 : seconds * MICROS_A_SECOND);
    }

    private static double seconds(final Members global) {
        double seconds = -1;
        for (final Member member : global.all()) {
            switch (member.key()) {
                case "duration" -> seconds = number(member, -1, MOST_MICROS / MICROS_A_SECOND);
                case "default_policy" -> text(member);
                default -> {
                    if (!IGNORED.contains(member.key())) {
                        throw unsupported(member);
                    }
                    if (member.key().equals("pi_enabled") && "true".equals(text(member))) {
                        throw wrong(member, "locks with priority inheritance are not simulated: set it to false");
                    }
                }
            }
        }
        return seconds;
    }

    private static String defaultPolicy(final Members global) {
        return global.all().stream().filter(member -> member.key().equals("default_policy"))
                .map(RtAppFile::policy).reduce(NORMAL, (first, last) -> last);
    }

    private static String policy(final Member member) {
        final String policy = text(member);
        if (!POLICIES.contains(policy)) {
            throw wrong(member, policy + " is not simulated, only SCHED_OTHER, SCHED_BATCH and SCHED_IDLE");
        }
        return policy;
    }

    private static void checkForks(final List<TaskSpec> specs, final Members tasks) {
        final List<String> names = specs.stream().map(TaskSpec::name).toList();
        for (final TaskSpec spec : specs) {
            for (final Phase phase : spec.phases()) {
                for (final Event event : phase.events()) {
                    if (event instanceof final Event.Fork fork && !names.contains(fork.task())) {
                        throw new IllegalArgumentException("line " + tasks.line() + ": task " + spec.name() + ": "
                                + new UnknownNameException("task to fork", fork.task(), names).getMessage());
                    }
                }
            }
        }
    }

    /** Reads one task. */
    private static final class Reader {
        private final String name;
        private String policy;
        private int instances = 1;
        private double delay;
        private double nice;
        private double slice;
        private int loops = Phase.ENDLESS;

        Reader(final String name, final String policy) {
            this.name = name;
            this.policy = policy;
        }

        TaskSpec task(final Members body) {
            final List<Phase> phases = new ArrayList<>();
            final List<Event> events = new ArrayList<>();
            CpuSet cpus = null;
            for (final Member member : body.all()) {
                switch (member.key()) {
                    case "instance" -> instances = (int) number(member, 0, MOST_INSTANCES);
                    case "delay" -> delay = micros(member);
                    case "loop" -> loops = loops(member);
                    case "priority" -> nice = number(member, LOWEST_NICE, HIGHEST_NICE);
                    case "policy" -> policy = policy(member);
                    case "dl-runtime" -> slice = micros(member);
                    case "cpus" -> cpus = cpus(member);
                    case "phases" -> members(member).all().forEach(phase -> phases.add(phase(members(phase))));
                    default -> events.add(event(member));
                }
            }
            if (phases.isEmpty()) {
                phases.add(new Phase(1, cpus, events));
            } else if (!events.isEmpty()) {
                throw new IllegalArgumentException("line " + body.line() + ": task " + name
                        + " has both phases and events of its own: put these into a phase");
            } else if (cpus != null) {
                phases.addFirst(new Phase(1, cpus, List.of()));
            }
            return new TaskSpec(name, instances, delay, (int) nice, policy.equals("SCHED_IDLE"),
                    Math.round(slice * NANOS_A_MICRO), loops, phases);
        }

        private Phase phase(final Members body) {
            final List<Event> events = new ArrayList<>();
            int times = 1;
            CpuSet cpus = null;
            for (final Member member : body.all()) {
                switch (member.key()) {
                    case "loop" -> times = loops(member);
                    case "cpus" -> cpus = cpus(member);
                    default -> events.add(event(member));
                }
            }
            return new Phase(times, cpus, events);
        }

        private Event event(final Member member) {
            for (final var kind : EVENTS) {
                if (member.key().startsWith(kind.getKey())) {
                    return kind.getValue().apply(this, member);
                }
            }
            if (member.key().startsWith("sync")) {
                return waiting(member);
            }
            throw unsupported(member);
        }

        /** {@code wait}, or {@code sync}, which signals first. */
        private Event waiting(final Member member) {
            return new Event.Wait(field(member, "ref"), field(member, "mutex"), member.key().startsWith("sync"));
        }

        private Event timer(final Member member) {
            boolean absolute = false;
            double period = 0;
            for (final Member field : members(member).all()) {
                switch (field.key()) {
                    case "ref" -> text(field);
                    case "period" -> period = micros(field);
                    case "mode" -> absolute = text(field).equals("absolute");
                    default -> throw unsupported(field);
                }
            }
            return new Event.Timer(field(member, "ref"), period, absolute);
        }

        private String orOwn(final Member member) {
            final String text = text(member);
            return text.isEmpty() ? name : text;
        }
    }

    private static int loops(final Member member) {
        return (int) number(member, Phase.ENDLESS, Integer.MAX_VALUE);
    }

    private static CpuSet cpus(final Member member) {
        if (!(member.value() instanceof final Elements elements) || elements.all().isEmpty()) {
            throw wrong(member, "expected a list of CPUs, as [0, 1]");
        }
        CpuSet cpus = CpuSet.EMPTY;
        for (final Json element : elements.all()) {
            cpus = cpus.or(CpuSet.of((int) number(new Member(member.key(), element), 0, CpuSet.MAX_CPU)));
        }
        return cpus;
    }

    private static String field(final Member member, final String name) {
        return members(member).all().stream().filter(field -> field.key().equals(name)).map(RtAppFile::text)
                .findFirst().orElseThrow(() -> wrong(member, "it has no \"" + name + "\""));
    }

    private static double micros(final Member member) {
        return number(member, 0, MOST_MICROS);
    }

    private static double number(final Member member, final double least, final double most) {
        if (member.value() instanceof final Json.Amount number && number.value() >= least && number.value() <= most) {
            return number.value();
        }
        throw wrong(member, "expected a number from " + (long) least + " to " + (long) most);
    }

    private static String text(final Member member) {
        if (member.value() instanceof final Text text) {
            return text.text();
        }
        throw wrong(member, "expected text");
    }

    private static Members members(final Member member) {
        if (member.value() instanceof final Members members) {
            return members;
        }
        throw wrong(member, "expected { … }");
    }

    private static IllegalArgumentException unsupported(final Member member) {
        return wrong(member, OLD.contains(member.key())
                ? "this is rt-app's format before 2014: write run, sleep, timer, lock and resume events instead"
                : "not supported; events are " + String.join(", ", EVENTS.stream().map(Map.Entry::getKey).toList())
                        + ", sync");
    }

    private static IllegalArgumentException wrong(final Member member, final String what) {
        return new IllegalArgumentException("line " + member.value().line() + ": \"" + member.key() + "\": " + what);
    }

    /** Whether any task has a timer. */
    boolean hasTimers() {
        return tasks.stream().flatMap(task -> task.phases().stream()).flatMap(phase -> phase.events().stream())
                .anyMatch(Event.Timer.class::isInstance);
    }

    /** How many threads have each barrier, by its name. */
    Map<String, Integer> barriers() {
        final Map<String, Integer> parties = new HashMap<>();
        for (final TaskSpec task : tasks) {
            task.phases().stream().flatMap(phase -> phase.events().stream())
                    .filter(Event.Meet.class::isInstance).map(event -> ((Event.Meet) event).barrier()).distinct()
                    .forEach(name -> parties.merge(name, task.instances(), Integer::sum));
        }
        return parties;
    }
}
