package dev.perch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FifoServerTest {
    @Test
    void whoComesWhileAnotherIsServedWaitsForItsTurn() {
        final var server = new FifoServer();
        assertThat(server.serve(100, 10)).isEqualTo(110);
        assertThat(server.serve(105, 10)).isEqualTo(120);
        assertThat(server.serve(106, 10)).isEqualTo(130);
        assertThat(server.serve(500, 10)).isEqualTo(510);
        assertThat(server.served()).isEqualTo(4);
        assertThat(server.waited()).isEqualTo(2);
        assertThat(server.waitNanos()).isEqualTo(5 + 14);
    }
}
