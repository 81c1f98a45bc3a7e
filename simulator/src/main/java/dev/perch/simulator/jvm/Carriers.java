package dev.perch.simulator.jvm;

import dev.perch.scheduler.Policy;
import dev.perch.scheduler.runtime.JvmForkJoin;
import dev.perch.simulator.World;
import dev.perch.topology.CpuSet;
import java.util.List;

/** All carriers of a JVM, and the rules by which they share what there is to run. */
sealed interface Carriers permits PlacedCarriers, ForkJoinCarriers {
    /** ForkJoinPool's rules for {@code jvm-fjp}; for every other policy the runtime's, placed by it. */
    static Carriers under(final Policy policy, final World world) {
        return policy instanceof JvmForkJoin ? new ForkJoinCarriers(world) : new PlacedCarriers(world, policy);
    }

    /** The carriers. */
    List<Carrier> all();

    /** The CPUs that {@code carrier} may run on. */
    CpuSet boundTo(Carrier carrier);

    /** {@code wakee} is runnable: gives it to a carrier, whom {@code by} rings if that is asleep. */
    void wake(VirtualThread wakee, JvmThread by);

    /** What {@code carrier}, which is not idle, runs next; null where it finds nothing. */
    VirtualThread next(Carrier carrier);

    /** {@code carrier} has found nothing and idles from now on; for how long it watches before it sleeps, nanoseconds. */
    double idles(Carrier carrier);

    /** {@code carrier}, idle, looks for something to run, and is idle no more if it finds it; null where it does not. */
    VirtualThread watch(Carrier carrier);

    /** {@code carrier} has said that it sleeps: whether it may go on to. */
    boolean maySleep(Carrier carrier);

    /** {@code carrier} is awake and idle no more; it was rung {@code nanos} ago, if it was. */
    void awake(Carrier carrier, long nanos);

    /** It took a waker {@code nanos} to ring. */
    default void rung(final long nanos) {}

    /** {@code carrier} has run a virtual thread for {@code nanos}. */
    default void ran(final Carrier carrier, final long nanos) {}
}
