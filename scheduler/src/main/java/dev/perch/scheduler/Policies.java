package dev.perch.scheduler;

import dev.perch.topology.KernelRelease;
import dev.perch.topology.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds a policy by its name: {@code linux-6.5}, {@code linux-6.5+CLUSTER_SCAN-SIS_UTIL}, or the name of a policy of a
 * user's own.
 */
public final class Policies {
    private static final Pattern OTHER_KERNEL = Pattern.compile("linux-(\\d)(?:\\.(\\d{1,4}))?");

    private final List<Policy> own;

    private Policies(final List<Policy> own) {
        this.own = List.copyOf(own);
    }

    /** The kernels, and the policies that {@code loader} finds as services. */
    public static Policies in(final ClassLoader loader) {
        return new Policies(
                ServiceLoader.load(Policy.class, loader).stream().map(ServiceLoader.Provider::get)
                        .map(Policies::checked).toList());
    }

    private static Policy checked(final Policy policy) {
        return Policies.class.getClassLoader().equals(policy.getClass().getClassLoader()) ? policy
                : new PluggedPolicy(policy);
    }

    /** The kernels alone. */
    public static Policies kernels() {
        return new Policies(List.of());
    }

    /** Every policy that has a name without switches: the kernels, then those of a user's own. */
    public List<Policy> all() {
        final List<Policy> all = new ArrayList<>();
        Kernel.ALL.forEach(kernel -> all.add(LinuxPolicy.of(kernel)));
        all.addAll(own);
        return all;
    }

    /**
     * The policy called {@code name}.
     *
     * @throws IllegalArgumentException if there is no such kernel or policy, or the kernel lacks a switch; the message
     *     offers the nearest right name
     */
    public Policy named(final String name) {
        for (final Policy policy : own) {
            if (policy.name().equals(name)) {
                return policy;
            } else if (name.startsWith(policy.name() + "+")) {
                throw new IllegalArgumentException("policy " + policy.name() + " has no switches: name it alone");
            }
        }
        final int end = firstSwitch(name);
        final String base = name.substring(0, end);
        for (final Kernel kernel : Kernel.ALL) {
            if (kernel.name().equals(base)) {
                return withSwitches(LinuxPolicy.of(kernel), name, end);
            }
        }
        final List<String> names = all().stream().map(Policy::name).toList();
        final Matcher release = OTHER_KERNEL.matcher(base);
        if (release.matches()) {
            final int minor = release.group(2) == null ? 0 : Integer.parseInt(release.group(2));
            final Kernel near = Kernel.upTo(new KernelRelease(Integer.parseInt(release.group(1)), minor), Kernel.ALL);
            throw new IllegalArgumentException("unknown policy '" + base + "': did you mean '" + near.name()
                    + "'? There are " + String.join(", ", names));
        }
        throw new UnknownNameException("policy", base, names);
    }

    /** Where the switches begin: at the first plus, or at a minus before a capital letter. */
    private static int firstSwitch(final String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '+' || name.charAt(i) == '-' && i + 1 < name.length()
                    && Character.isUpperCase(name.charAt(i + 1))) {
                return i;
            }
        }
        return name.length();
    }

    private static Policy withSwitches(final LinuxPolicy base, final String name, final int start) {
        LinuxPolicy policy = base;
        for (int at = start; at < name.length();) {
            int end = at + 1;
            while (end < name.length() && name.charAt(end) != '+' && name.charAt(end) != '-') {
                end++;
            }
            policy = policy.with(feature(name.substring(at + 1, end), base.kernel()), name.charAt(at) == '+');
            at = end;
        }
        return policy;
    }

    private static Feature feature(final String name, final Kernel kernel) {
        final List<String> known = Stream.of(Feature.values()).filter(kernel::knows).map(Feature::name).toList();
        if (known.contains(name)) {
            return Feature.valueOf(name);
        }
        final Optional<Feature> elsewhere = UnknownNameException
                .nearest(name, Stream.of(Feature.values()).map(Feature::name).toList()).map(Feature::valueOf)
                .filter(feature -> !kernel.knows(feature));
        if (elsewhere.isPresent()) {
            final String right = elsewhere.get().name();
            throw new IllegalArgumentException(
                    (right.equals(name) ? "" : "unknown switch '" + name + "': did you mean '" + right + "'? ")
                            + kernel.name() + " has no switch " + right + "; these have: "
                            + Kernel.ALL.stream().filter(other -> other.knows(elsewhere.get())).map(Kernel::name)
                                    .collect(Collectors.joining(", ")));
        }
        throw new UnknownNameException("switch of " + kernel.name(), name, known);
    }
}
