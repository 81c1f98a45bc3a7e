package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SocketsTest {
    private static final int BYTES = 1;
    private static final int MESSAGES = 10;

    @Test
    void theReceivingSideOfTheNetworkStackAndItsWakeUpsAreNotTheSendersRunTime() {
        final long alone = softirqNanos(KernelPath.TCP, false);
        assertThat(alone).as("%s messages", MESSAGES).isBetween(Math.round(MESSAGES * KernelPath.TCP.softirqNanos()),
                Math.round(2 * MESSAGES * KernelPath.TCP.softirqNanos()));
        assertThat(softirqNanos(KernelPath.TCP, true)).as("and the reader's wake-up").isGreaterThan(alone);
        assertThat(softirqNanos(KernelPath.UNIX, true)).as("no network stack").isZero();
    }

    /** How much of its time a CPU spends in softirqs whose task sends some messages, to a reader that sleeps or to none. */
    private static long softirqNanos(final KernelPath path, final boolean someoneReads) {
        final var scene = new Scene(Scene.machine(1, 1, 2, 1), "linux-6.5");
        final var channel = new Channel(path);
        if (someoneReads) {
            final SimulatedTask reader = scene.on(0, self -> self.receive(channel));
            scene.until(() -> reader.state == SimulatedTask.State.BLOCKED && !reader.onCpu);
        }
        final Behavior[] sends = new Behavior[MESSAGES];
        Arrays.fill(sends, (Behavior) self -> self.send(channel, BYTES));
        final Processor p = scene.cpu(1);
        final long before = scene.simulation.now - p.runqueue.clock(scene.simulation.now);
        final SimulatedTask sender = scene.on(1, sends);
        scene.until(() -> sender.state == SimulatedTask.State.DEAD);
        return scene.simulation.now - p.runqueue.clock(scene.simulation.now) - before;
    }
}
