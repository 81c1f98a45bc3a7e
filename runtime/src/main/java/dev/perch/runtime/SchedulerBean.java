package dev.perch.runtime;

import dev.perch.topology.Distance;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** A scheduler's entry in the platform's MBean server. */
final class SchedulerBean implements SchedulerMXBean {
    private final PerchScheduler scheduler;
    private final ObjectName name;

    private SchedulerBean(final PerchScheduler scheduler, final ObjectName name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    /** Enters {@code scheduler}; two of one name are told apart by a number. */
    static SchedulerBean register(final PerchScheduler scheduler, final String name) {
        final var server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName free = objectName(name);
            for (int i = 2; server.isRegistered(free); i++) {
                free = objectName(name + "-" + i);
            }
            final var bean = new SchedulerBean(scheduler, free);
            server.registerMBean(bean, free);
            return bean;
        } catch (final JMException e) {
            throw new IllegalStateException("the scheduler cannot be shown over JMX: " + e.getMessage(), e);
        }
    }

    private static ObjectName objectName(final String name) throws JMException {
        return new ObjectName("dev.perch:type=Scheduler,name=" + ObjectName.quote(name));
    }

    void unregister() {
        try {
            final var server = ManagementFactory.getPlatformMBeanServer();
            if (server.isRegistered(name)) {
                server.unregisterMBean(name);
            }
        } catch (final JMException e) {
            throw new IllegalStateException("the scheduler cannot be taken from JMX: " + e.getMessage(), e);
        }
    }

    @Override
    public String getCpus() {
        return scheduler.cpus().toString();
    }

    @Override
    public long getLive() {
        return scheduler.statistics().live();
    }

    @Override
    public long getRuns() {
        return scheduler.statistics().runs();
    }

    @Override
    public long getParks() {
        return scheduler.statistics().parks();
    }

    @Override
    public long getKicks() {
        return scheduler.statistics().kicks();
    }

    @Override
    public Map<String, Long> getPlacementsFromWaker() {
        return labelled(scheduler.statistics().placementsFromWaker());
    }

    @Override
    public Map<String, Long> getPlacementsFromPrev() {
        return labelled(scheduler.statistics().placementsFromPrev());
    }

    @Override
    public Map<String, Long> getPulls() {
        return labelled(scheduler.statistics().pulls());
    }

    @Override
    public long getWakeCostNanos() {
        return scheduler.statistics().wakeCostNanos();
    }

    @Override
    public long getLatencyP50Nanos() {
        return scheduler.statistics().latency().p50Nanos();
    }

    @Override
    public long getLatencyP99Nanos() {
        return scheduler.statistics().latency().p99Nanos();
    }

    @Override
    public long getStranded() {
        return scheduler.statistics().stranded().samples();
    }

    @Override
    public long getStrandedMaxNanos() {
        return scheduler.statistics().stranded().maxNanos();
    }

    private static Map<String, Long> labelled(final Map<Distance, Long> counts) {
        final var labelled = new LinkedHashMap<String, Long>();
        counts.forEach((distance, count) -> labelled.put(distance.label(), count));
        return labelled;
    }
}
