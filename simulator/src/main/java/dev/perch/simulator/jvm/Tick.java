package dev.perch.simulator.jvm;

import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;

/** The runtime's tick: hands on what stands still in a queue, and keeps the poller where the load is. */
final class Tick extends JvmThread {
    private static final long PERIOD_NANOS = 1_000_000;
    private static final int TICKS_A_REVIEW = 8;

    private final PlacedCarriers carriers;
    private final MasterPoller poller;
    private boolean slept;
    private boolean looked;
    private int ticks;

    Tick(final World world, final PlacedCarriers carriers, final MasterPoller poller) {
        super(world, carriers);
        this.carriers = carriers;
        this.poller = poller;
    }

    @Override
    void go(final SimulatedTask self) {
        if (!slept) {
            self.sleep(PERIOD_NANOS);
            slept = true;
        } else if (looked) {
            carriers.handOn(this, PERIOD_NANOS);
            if (++ticks % TICKS_A_REVIEW == 0) {
                poller.follow(carriers);
            }
            slept = false;
            looked = false;
            self.compute(0);
        } else {
            owe(carriers.all().size() * world.code(JvmCosts.LOOK));
            self.observe();
            looked = true;
        }
    }
}
