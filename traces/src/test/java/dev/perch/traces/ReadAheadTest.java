package dev.perch.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A reader in a thread of its own: what it reads arrives in order, and either side's failure ends both. */
class ReadAheadTest {
    private static final int MANY = 100_000; // far more than all batches hold

    @Test
    void eventsArriveInTheOrderInWhichTheyWereRead() throws IOException {
        final var stamps = new ArrayList<Long>();
        final Summary summary = read(MANY, event -> stamps.add(event.nanos));
        assertEquals(LongStream.range(0, MANY).boxed().toList(), stamps);
        assertEquals(MANY, summary.events());
    }

    @Test
    void whatWasReadBeforeAFailureArrivesBeforeIt() {
        final var stamps = new ArrayList<Long>();
        final var ahead = new ReadAhead();
        final var intake = new Intake("test", new Names(), ahead);
        final var failure = assertThrows(IOException.class, () -> ahead.run(() -> {
            fill(intake, MANY);
            throw new IOException("the disk is gone");
        }, event -> stamps.add(event.nanos)));
        assertEquals("the disk is gone", failure.getMessage());
        assertEquals(MANY / 512 * 512, stamps.size());
    }

    @Test
    void aReaderEndsWhenNobodyTakesItsEvents() {
        final var failure = assertThrows(IllegalStateException.class, () -> read(Integer.MAX_VALUE, event -> {
            throw new IllegalStateException("full");
        }));
        assertEquals("full", failure.getMessage());
    }

    private static Summary read(final int events, final EventSink sink) throws IOException {
        final var ahead = new ReadAhead();
        final var intake = new Intake("test", new Names(), ahead);
        return ahead.run(() -> {
            fill(intake, events);
            return intake.finish();
        }, sink);
    }

    private static void fill(final Intake intake, final int events) {
        for (int i = 0; i < events; i++) {
            intake.event().nanos = i;
            intake.addInOrder();
        }
    }
}
