package dev.perch.cli.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients and a server in one JVM over loopback TCP; an operation is 64 bytes there and back.
 *
 * <p>The JDK deals sockets out to its pollers by the lowest bits of their file descriptors' numbers, and so a
 * connection's two ends to one poller or to two, which makes the difference between both threads on one CPU and
 * threads on two. Were the connections made by the threads, the order in which a scheduler happens to begin them would
 * decide that for all connections alike. So they are made before, in an order that is random and always the same.
 */
final class TcpEcho {
    private static final int BYTES = 64;
    private static final long SEED = 1;

    private TcpEcho() {}

    /** {@code connections} clients, each with one request outstanding, which costs the server {@code steps} of work. */
    static Load of(final int connections, final int steps) {
        return (factory, operations) -> {
            final List<Load.Body> workers = new ArrayList<>();
            for (final Connection connection : connected(connections)) {
                workers.add(() -> echo(connection.server, steps));
                workers.add(() -> request(connection.client, operations));
            }
            Load.startTogether(factory, workers);
        };
    }

    /** The two ends of a connection. */
    private record Connection(SocketChannel client, SocketChannel server) {}

    private static List<Connection> connected(final int count) throws IOException {
        final List<SocketChannel> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(SocketChannel.open());
        }
        Collections.shuffle(clients, new Random(SEED));
        final List<Connection> connections = new ArrayList<>();
        try (var listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            for (final SocketChannel client : clients) {
                client.connect(listener.getLocalAddress());
                final SocketChannel server = listener.accept();
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                server.setOption(StandardSocketOptions.TCP_NODELAY, true);
                connections.add(new Connection(client, server));
            }
        }
        return connections;
    }

    private static void echo(final SocketChannel client, final int steps) throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
        while (true) {
            readFully(client, buffer);
            Sink.keep(Load.work(steps));
            writeFully(client, buffer);
        }
    }

    private static void request(final SocketChannel server, final LongAdder operations) throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
        while (true) {
            buffer.clear();
            writeFully(server, buffer);
            readFully(server, buffer);
            operations.increment();
        }
    }

    private static void readFully(final SocketChannel socket, final ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (socket.read(buffer) < 0) {
                throw new IOException("the connection was closed");
            }
        }
        buffer.flip();
    }

    private static void writeFully(final SocketChannel socket, final ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            socket.write(buffer);
        }
    }
}
