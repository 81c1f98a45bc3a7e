package dev.perch.scheduler;

import dev.perch.scheduler.placement.Observer;
import dev.perch.scheduler.placement.WakePath;
import dev.perch.topology.DomainRules;
import dev.perch.topology.SchedDomains;
import java.util.EnumSet;
import java.util.Set;

/**
 * A kernel with some of its switches flipped.
 *
 * @param kernel the kernel
 * @param on     every switch that is on
 */
public record LinuxPolicy(Kernel kernel, Set<Feature> on) implements Policy {
    /** Keeps a copy of the switches. */
    public LinuxPolicy {
        on = Set.copyOf(on);
    }

    /** The kernel as it is released. */
    public static LinuxPolicy of(final Kernel kernel) {
        return new LinuxPolicy(kernel, kernel.on());
    }

    /** This policy with {@code feature} switched; on, together with what it alters. */
    public LinuxPolicy with(final Feature feature, final boolean isOn) {
        final Set<Feature> features = EnumSet.noneOf(Feature.class);
        features.addAll(on);
        if (isOn) {
            features.add(feature);
            feature.alters().ifPresent(features::add);
        } else {
            features.remove(feature);
        }
        return new LinuxPolicy(kernel, features);
    }

    /** The kernel's name, then {@code +FEATURE} or {@code -FEATURE} for each flipped switch. */
    @Override
    public String name() {
        final var name = new StringBuilder(kernel.name());
        for (final Feature feature : Feature.values()) {
            if (on.contains(feature) != kernel.on().contains(feature)) {
                name.append(on.contains(feature) ? '+' : '-').append(feature);
            }
        }
        return name.toString();
    }

    @Override
    public boolean has(final Feature feature) {
        return on.contains(feature);
    }

    @Override
    public DomainRules domainRules() {
        return kernel.domainRules(on);
    }

    @Override
    public Placement placement(final SchedDomains domains, final Runqueues runqueues) {
        return WakePath.byMasks(this, domains, runqueues);
    }

    @Override
    public Placement walk(final SchedDomains domains, final Runqueues runqueues, final Observer observer) {
        return WakePath.stepByStep(this, domains, runqueues, observer);
    }

    @Override
    public String toString() {
        return name();
    }
}
