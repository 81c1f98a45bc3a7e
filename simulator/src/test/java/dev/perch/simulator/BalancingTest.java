package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.machines.Machine;
import dev.perch.scheduler.RunqueueTable;
import dev.perch.scheduler.WakeUp;
import dev.perch.scheduler.balance.BalanceDriver;
import dev.perch.scheduler.balance.IdleKind;
import dev.perch.scheduler.balance.LoadBalance;
import dev.perch.scheduler.balance.Look;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.topology.SchedDomains;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BalancingTest {
    /** What no refresh ever sets. */
    private static final int STALE = -1;

    /** A look, and whether it refreshed nr_idle_scan of the looking CPU's LLC. */
    private record Looked(IdleKind kind, int span, boolean refreshed) {}

    @Test
    void nrIdleScanIsRefreshedByPeriodicBalanceOfTheLlcAlone() {
        final Machine machine = Scene.machine(2, 2, 2, 1);
        final var scene = new Scene(machine, "linux-6.5");
        final var table = scene.simulation.table;
        final var looks = new ArrayList<Looked>();
        final LoadBalance balance = balance(machine, scene, looks);
        scene.busy(1);
        scene.busy(1);
        scene.busy(1);
        scene.until(() -> scene.cpu(1).phase == Processor.Phase.RUNNING && table.nrRunning(1) == 3);
        table.setNrIdleScan(0, STALE);
        balance.newlyIdle(0, scene.simulation.now);
        for (long tick = 1; tick <= 200; tick++) {
            balance.tick(0, scene.simulation.now + tick * WakeUp.TICK_NANOS);
        }
        assertThat(looks).extracting(Looked::kind).contains(IdleKind.NEWLY_IDLE, IdleKind.IDLE);
        assertThat(looks).extracting(Looked::span).as("cluster, LLC, node").contains(2, 4, 8);
        assertThat(looks).allSatisfy(look -> assertThat(look.refreshed).isEqualTo(
                look.kind != IdleKind.NEWLY_IDLE && look.span == 4));
    }

    @Test
    void aPullWaitsForTheLockOfTheRunqueueThatItPullsFrom() {
        final long hold = 100_000;
        assertThat(pullBehind(hold)).isEqualTo(pullBehind(0) + hold);
    }

    /** How long it takes CPU 0 to pull from CPU 1, whose lock somebody holds for {@code nanos} yet. */
    private static double pullBehind(final long nanos) {
        final var scene = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5");
        scene.busy(1);
        scene.busy(1);
        scene.until(() -> scene.cpu(1).phase == Processor.Phase.RUNNING && scene.cpu(1).runqueue.nrRunning() == 2);
        scene.cpu(1).lock.serve(scene.simulation.now, nanos);
        final double took = scene.simulation.balancing.newlyIdle(scene.cpu(0));
        assertThat(scene.cpu(0).runqueue.nrRunning()).isOne();
        return took;
    }

    private static LoadBalance balance(final Machine machine, final Scene scene, final List<Looked> looks) {
        final RunqueueTable table = scene.simulation.table;
        final var domains = SchedDomains.build(machine.topology(), scene.simulation.policy.domainRules());
        return new LoadBalance(scene.simulation.policy, domains, table, scene.simulation.placement,
                Stream.of(scene.simulation.processors).map(p -> p.runqueue).toArray(FairRunqueue[]::new),
                new BalanceDriver() {
                    @Override
                    public long looked(final Look look) {
                        looks.add(new Looked(look.kind(), look.domain().span().size(), table.nrIdleScan(0) != STALE));
                        table.setNrIdleScan(0, STALE);
                        return 0;
                    }

                    @Override
                    public void kick(final int cpu) {}

                    @Override
                    public void averaged(final int cpu) {}
                });
    }
}
