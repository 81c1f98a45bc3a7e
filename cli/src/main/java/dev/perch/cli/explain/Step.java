package dev.perch.cli.explain;

import dev.perch.cli.json.JsonObject;
import dev.perch.scheduler.placement.GroupLoad;
import dev.perch.scheduler.placement.Observer.Phase;
import dev.perch.scheduler.placement.Observer.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A step of a decision. */
sealed interface Step {
    /** Adds it to a text. */
    void write(Columns text);

    /** The same for programs. */
    Map<String, Object> data();

    /**
     * CPUs looked at one after another with one outcome.
     *
     * @param phase   which part of the search
     * @param cpus    in the order of looking
     * @param verdict what was found
     * @param budget  how many looks were left after the last; -1 where nothing bounds them
     */
    record Looks(Phase phase, List<Integer> cpus, Verdict verdict, int budget) implements Step {
        private boolean isBounded() {
            return budget >= 0 && budget < Integer.MAX_VALUE / 2;
        }

        @Override
        public void write(final Columns text) {
            text.row(switch (phase) {
                case CLUSTER_CORES -> "cluster core";
                case LLC_CORES -> "LLC core";
                case LLC -> "LLC";
                case SMT -> "SMT";
                case GROUP -> "CPU";
                case FALLBACK -> "remembered";
                default -> name(phase);
            }, cpuList(), outcome());
        }

        private String outcome() {
            final boolean cores = phase == Phase.LLC_CORES || phase == Phase.CLUSTER_CORES;
            return switch (verdict) {
                case TAKEN -> phase == Phase.GROUP ? "idle in the shallowest state: taken"
                        : cores ? "the whole core is idle: taken" : "idle: taken";
                case REMEMBERED -> "idle, in another cluster: remembered";
                case BUSY ->
                    (cores ? "not wholly idle" : "busy") + (isBounded() ? ", budget " + budget + " left" : "");
                case TOO_SMALL -> "idle, too small for the task";
                case ELSEWHERE -> "in another LLC than target";
                case FORBIDDEN -> "idle, not allowed";
                case ONLY -> "the group's only one: taken";
                case SCHED_IDLE -> "runs SCHED_IDLE tasks alone: taken";
                case LEAST_LOADED -> "the least loaded: taken";
                case UNKNOWN -> "no idle time known: the waker's CPU";
            };
        }

        /** The CPUs as a list that keeps their order: {@code 61-63,60}. */
        private String cpuList() {
            final var text = new StringBuilder();
            for (int i = 0; i < cpus.size();) {
                int last = i;
                while (last + 1 < cpus.size() && cpus.get(last + 1) == cpus.get(last) + 1) {
                    last++;
                }
                text.append(text.isEmpty() ? "" : ",").append(cpus.get(i));
                if (last > i) {
                    text.append('-').append(cpus.get(last));
                }
                i = last + 1;
            }
            return text.toString();
        }

        @Override
        public Map<String, Object> data() {
            return new JsonObject()
                    .with("phase", name(phase))
                    .with("cpus", cpus)
                    .with("verdict", name(verdict))
                    .with("budget", isBounded() ? budget : null);
        }
    }

    /** How a scan can end without a CPU. */
    enum End implements Step {
        /** It was refused. */
        REFUSED("LLC", "not scanned: the LLC is taken for overloaded"),
        /** Its budget was used up. */
        EXHAUSTED("", "the scan's budget is used up");

        private final String label;
        private final String outcome;

        End(final String label, final String outcome) {
            this.label = label;
            this.outcome = outcome;
        }

        @Override
        public void write(final Columns text) {
            text.row(label, "", outcome);
        }

        @Override
        public Map<String, Object> data() {
            return new JsonObject()
                    .with("phase", "llc")
                    .with("verdict", Step.name(this));
        }
    }

    /**
     * The slow path compared the groups of a domain.
     *
     * @param domain its name
     * @param own    the waker's group; null where the task may not run there
     * @param idlest the idlest of the others; null where it may run in none
     * @param others how many others there are
     * @param leaves whether it goes on in {@code idlest}
     */
    record Groups(String domain, Group own, Group idlest, int others, boolean leaves) implements Step {
        @Override
        public void write(final Columns text) {
            if (own != null) {
                text.row(domain, own.cpus, "own: " + own.meaning() + (leaves ? "" : ", kept"));
            }
            if (idlest != null) {
                text.row(own == null ? domain : "", idlest.cpus, (others == 1 ? "other: "
                        : "idlest of " + others
                                + ": ")
                        + idlest.meaning() + (leaves ? ": taken" : ""));
            }
        }

        @Override
        public Map<String, Object> data() {
            return new JsonObject()
                    .with("phase", "groups")
                    .with("domain", domain)
                    .with("own", own == null ? null : own.data())
                    .with("idlest", idlest == null ? null : idlest.data())
                    .with("others", others)
                    .with("verdict", leaves ? "idlest" : "own");
        }
    }

    /**
     * A sched group.
     *
     * @param cpus which
     * @param size how many they are
     * @param type how busy they are
     * @param idle how many of them idle
     * @param load their average load, where they are busy
     */
    record Group(String cpus, int size, String type, int idle, long load) {
        /** A copy of what the slow path knows of it; null of null. */
        static Group of(final GroupLoad group) {
            return group == null ? null
                    : new Group(group.span().toString(), group.span().size(), name(group.type()), group.idleCpus(),
                            group.averageLoad());
        }

        private Map<String, Object> data() {
            return new JsonObject()
                    .with("cpus", cpus)
                    .with("size", size)
                    .with("type", type)
                    .with("idle", idle)
                    .with("load", load);
        }

        private String meaning() {
            return switch (type) {
                case "has_spare" -> idle + " of " + size + " idle";
                case "misfit" -> "too small for the task";
                default -> type.replace('_', ' ') + ", load " + load;
            };
        }
    }

    private static String name(final Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT);
    }
}
