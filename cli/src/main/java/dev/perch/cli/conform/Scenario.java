package dev.perch.cli.conform;

import dev.perch.scheduler.Feature;
import dev.perch.scheduler.Kernel;
import dev.perch.scheduler.LinuxPolicy;
import dev.perch.scheduler.Policies;
import dev.perch.scheduler.Policy;
import dev.perch.topology.CpuSet;
import dev.perch.topology.UnknownNameException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One scenario, its fields read with their defaults. Every getter refuses a value of the wrong kind or size with an
 * {@link IllegalArgumentException} that names the field.
 */
public final class Scenario {
    private final JsonNode root;
    private final Policies policies;

    /** The scenario that {@code root} describes; its policy is one of {@code policies}. */
    public Scenario(final JsonNode root, final Policies policies) {
        if (!root.isObject()) {
            throw new IllegalArgumentException("a scenario is a JSON object");
        }
        this.root = root;
        this.policies = policies;
    }

    /** The object itself, for fields that are neither numbers nor masks. */
    public JsonNode json() {
        return root;
    }

    /** Its id, as text; empty where it has none. */
    public String id() {
        final JsonNode id = root.get("id");
        return id == null ? "" : id.isValueNode() ? id.asString() : id.toString();
    }

    /** The name of its call. */
    public String call() {
        return text("call");
    }

    /** The kernel's answer; null where the scenario has none. */
    public JsonNode expect() {
        return root.get("expect");
    }

    /** The policy that it names, be it a plug-in's; else the kernel that it names, with its features switched. */
    public Policy policy() {
        return has("policy") ? policies.named(text("policy")) : kernel();
    }

    /** Its policy, which must be a kernel's, for only those have the call. */
    LinuxPolicy kernelPolicy() {
        if (policy() instanceof final LinuxPolicy kernel) {
            return kernel;
        }
        throw new IllegalArgumentException(
                "call " + call() + " is a kernel's own: policy " + policy().name() + " answers select_task_rq_fair");
    }

    private LinuxPolicy kernel() {
        final String name = "linux-" + text("kernel");
        LinuxPolicy policy = (LinuxPolicy) Policies.kernels().named(name);
        final JsonNode features = root.get("features");
        if (features != null) {
            for (final var feature : features.properties()) {
                policy = policy.with(feature(feature.getKey(), policy.kernel()), bool(feature.getValue(), "features"));
            }
        }
        return policy;
    }

    private static Feature feature(final String name, final Kernel kernel) {
        final List<String> known = Stream.of(Feature.values()).filter(kernel::knows).map(Feature::name).toList();
        if (!known.contains(name)) {
            throw new UnknownNameException("switch of " + kernel.name(), name, known);
        }
        return Feature.valueOf(name);
    }

    /** The text at {@code path}. */
    public String text(final String path) {
        final JsonNode node = at(path);
        if (node == null || !node.isString()) {
            throw new IllegalArgumentException(node == null ? "'" + path + "' is missing" : wrong(path, "text", node));
        }
        return node.stringValue();
    }

    /** Whether the scenario has {@code path}. */
    public boolean has(final String path) {
        return at(path) != null;
    }

    /** The value at {@code path}: a number, or decimal text for 64 bits without a sign; {@code orElse} where absent. */
    public long number(final String path, final long orElse) {
        final JsonNode node = at(path);
        return node == null ? orElse : number(node, path);
    }

    /** The number at {@code path}, which must be there. */
    public long number(final String path) {
        if (!has(path)) {
            throw new IllegalArgumentException("'" + path + "' is missing");
        }
        return number(path, 0);
    }

    /** The number at {@code path} within bounds. */
    public int number(final String path, final int orElse, final int least, final int most) {
        final long value = number(path, orElse);
        if (value < least || value > most) {
            throw new IllegalArgumentException("'" + path + "' is " + value + ", outside " + least + "-" + most);
        }
        return (int) value;
    }

    /** The CPU at {@code path}, below {@code cpus}. */
    public int cpu(final String path, final int orElse, final int cpus) {
        return number(path, orElse, 0, cpus - 1);
    }

    /** The truth at {@code path}, as true, false, 1 or 0. */
    public boolean bool(final String path, final boolean orElse) {
        final JsonNode node = at(path);
        return node == null ? orElse : bool(node, path);
    }

    /** The mask at {@code path}; null where absent. */
    public CpuSet mask(final String path) {
        if (!has(path)) {
            return null;
        }
        try {
            return CpuSet.parseMask(text(path));
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + path + "': " + e.getMessage(), e);
        }
    }

    /** The {@code length} numbers at {@code path}, each {@code orElse} where absent; not below 0 unless that is. */
    public int[] numbers(final String path, final int length, final int orElse) {
        final int[] values = new int[length];
        Arrays.fill(values, orElse);
        final JsonNode node = at(path);
        if (node != null) {
            if (!node.isArray() || node.size() != length) {
                throw new IllegalArgumentException(
                        wrong(path, length + " numbers, one for each",
                                node.isArray() ? node.size() + " values" : node));
            }
            for (int i = 0; i < length; i++) {
                final long value = number(node.get(i), path);
                if (value < Math.min(0, orElse) || value > Integer.MAX_VALUE) {
                    throw new IllegalArgumentException("'" + path + "' holds " + value);
                }
                values[i] = (int) value;
            }
        }
        return values;
    }

    /** The values of the list at {@code path}, which must be there. */
    public List<JsonNode> list(final String path) {
        final JsonNode node = at(path);
        if (node == null || !node.isArray()) {
            throw new IllegalArgumentException(
                    node == null ? "'" + path + "' is missing" : wrong(path, "a list", node));
        }
        return List.copyOf(node.values());
    }

    /** The object at {@code path}, which must be there, as a scenario of its own. */
    public Scenario part(final String path) {
        final JsonNode node = at(path);
        if (node == null) {
            throw new IllegalArgumentException("'" + path + "' is missing");
        }
        return of(node);
    }

    /** The object {@code part} of it, as a scenario of its own. */
    Scenario of(final JsonNode part) {
        return new Scenario(part, policies);
    }

    /** The numbers of {@code list}, which is found at {@code path} and must hold {@code length} of them. */
    public static long[] numbers(final JsonNode list, final String path, final int length) {
        return numbers(list, path, 0, length);
    }

    /** The numbers of {@code list} from {@code first} on; it must hold {@code length} values. */
    public static long[] numbers(final JsonNode list, final String path, final int first, final int length) {
        if (!list.isArray() || list.size() != length) {
            throw new IllegalArgumentException(wrong(path, "lists of " + length + " values", list));
        }
        final long[] values = new long[length - first];
        for (int i = 0; i < values.length; i++) {
            values[i] = number(list.get(first + i), path);
        }
        return values;
    }

    private JsonNode at(final String path) {
        JsonNode node = root;
        for (final String name : path.split("\\.", -1)) {
            if (node != null && !node.isNull() && !node.isObject()) {
                throw new IllegalArgumentException(
                        wrong(path.substring(0, path.lastIndexOf('.')), "an object", node));
            }
            node = node == null ? null : node.get(name);
        }
        return node == null || node.isNull() ? null : node;
    }

    private static long number(final JsonNode node, final String path) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue() ? 1 : 0;
        }
        if (node.isString() || node.isIntegralNumber()) {
            try {
                final String text = node.asString();
                return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
            } catch (final NumberFormatException e) {
                throw new IllegalArgumentException(wrong(path, "a whole number of 64 bits", node), e);
            }
        }
        throw new IllegalArgumentException(wrong(path, "a whole number", node));
    }

    private static boolean bool(final JsonNode node, final String path) {
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        final long value = number(node, path);
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException(wrong(path, "true or false", node));
        }
        return value == 1;
    }

    private static String wrong(final String path, final String expected, final Object found) {
        final String text = found.toString();
        return "'" + path + "' should be " + expected + ", not "
                + (text.length() > 40 ? text.substring(0, 40) + "…" : text);
    }
}
