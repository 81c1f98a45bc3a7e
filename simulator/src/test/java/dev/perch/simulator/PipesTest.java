package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perch.simulator.SimulatedTask.State;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PipesTest {
    private static final int MESSAGE = 100;
    private static final int MESSAGES_A_PAGE = 40;
    private static final int PAGES = 16;

    @Test
    void shortMessagesSharePages() {
        final var pipe = new Channel(KernelPath.PIPE);
        fill(pipe, MESSAGES_A_PAGE * (PAGES - 1));
        assertThat(pipe.isFull()).isFalse();
        pipe.put(MESSAGE);
        assertThat(pipe.isFull()).as("the last page is begun").isTrue();
        assertThat(pipe.takes(MESSAGE)).as("and has room").isTrue();
        fill(pipe, MESSAGES_A_PAGE - 1);
        assertThat(pipe.takes(MESSAGE)).isFalse();
    }

    @Test
    void aPageIsFreeOnceItsLastMessageIsRead() {
        final var pipe = new Channel(KernelPath.PIPE);
        fill(pipe, MESSAGES_A_PAGE * PAGES);
        for (int read = 1; read < MESSAGES_A_PAGE; read++) {
            pipe.take();
            assertThat(pipe.isFull()).isTrue();
        }
        assertThat(pipe.take()).isEqualTo(MESSAGE);
        assertThat(pipe.isFull()).isFalse();
    }

    private static void fill(final Channel pipe, final int messages) {
        for (int i = 0; i < messages; i++) {
            pipe.put(MESSAGE);
        }
    }

    @Test
    void before614EachReadOfAFullPipeWakesAWriterInVain() {
        assertThat(wakeUpsOfAWriter("linux-6.12", MESSAGES_A_PAGE - 1)).isEqualTo(MESSAGES_A_PAGE - 1);
        assertThat(wakeUpsOfAWriter("linux-6.14", MESSAGES_A_PAGE - 1)).isZero();
        assertThat(wakeUpsOfAWriter("linux-6.14", MESSAGES_A_PAGE)).as("a page is free").isEqualTo(1);
    }

    /** How often a writer that finds the pipe full is woken while {@code reads} messages are read, one at a time. */
    private static long wakeUpsOfAWriter(final String policy, final int reads) {
        final var scene = new Scene(Scene.machine(1, 1, 4, 1), policy);
        final var pipe = new Channel(KernelPath.PIPE);
        fill(pipe, MESSAGES_A_PAGE * PAGES);
        final SimulatedTask writer = scene.on(1, self -> self.send(pipe, MESSAGE), self -> self.compute(Scene.FOREVER));
        scene.until(() -> writer.state == State.BLOCKED && !writer.onCpu);
        final Behavior pause = self -> self.sleep(1_000_000);
        final SimulatedTask reader = scene.on(0, Stream.generate(() -> Stream.of(self -> self.receive(pipe), pause))
                .limit(reads).flatMap(steps -> steps).toArray(Behavior[]::new));
        scene.until(() -> reader.state == State.DEAD);
        return scene.simulation.wakeUps - reads;
    }

    @Test
    void aWriterThatHasWaitedWakesTheNextOneIfItLeavesRoom() {
        final var scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.14");
        final var pipe = new Channel(KernelPath.PIPE);
        fill(pipe, MESSAGES_A_PAGE * PAGES);
        final SimulatedTask first = scene.on(1, self -> self.send(pipe, MESSAGE));
        scene.until(() -> first.state == State.BLOCKED);
        final SimulatedTask second = scene.on(2, self -> self.send(pipe, MESSAGE));
        scene.until(() -> second.state == State.BLOCKED);
        final SimulatedTask reader = scene.on(0, Stream.<Behavior>generate(() -> self -> self.receive(pipe))
                .limit(MESSAGES_A_PAGE).toArray(Behavior[]::new));
        scene.until(() -> reader.state == State.DEAD && first.state == State.DEAD);
        assertThat(second.state).as("the first has begun the only free page").isEqualTo(State.BLOCKED);
        final SimulatedTask drain = scene.on(0, Stream.<Behavior>generate(() -> self -> self.receive(pipe))
                .limit(MESSAGES_A_PAGE).toArray(Behavior[]::new));
        scene.until(() -> drain.state == State.DEAD && second.state == State.DEAD);
    }

    @Test
    void allWritersOfAFullSocketAreWokenOnceEnoughIsRead() {
        final var scene = new Scene(Scene.machine(1, 1, 4, 1), "linux-6.14");
        final var socket = new Channel(KernelPath.UNIX);
        fill(socket, KernelPath.UNIX.slots());
        final SimulatedTask first = scene.on(1, self -> self.send(socket, MESSAGE));
        final SimulatedTask second = scene.on(2, self -> self.send(socket, MESSAGE));
        scene.until(() -> first.state == State.BLOCKED && second.state == State.BLOCKED);
        final int enough = KernelPath.UNIX.slots() - KernelPath.UNIX.slotsWhenWritable();
        scene.on(0, Stream.<Behavior>generate(() -> self -> self.receive(socket)).limit(enough)
                .toArray(Behavior[]::new));
        scene.until(() -> socket.size() == KernelPath.UNIX.slotsWhenWritable() + 1);
        assertThat(Stream.of(first, second)).allMatch(writer -> writer.state == State.BLOCKED);
        scene.until(() -> first.state == State.DEAD && second.state == State.DEAD);
        assertThat(scene.simulation.wakeUps).isEqualTo(2);
    }
}
