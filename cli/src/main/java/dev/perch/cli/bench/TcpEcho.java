package dev.perch.cli.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

/** Clients and a server in one JVM over loopback TCP; an operation is 64 bytes there and back. */
final class TcpEcho {
    private static final int BYTES = 64;
    private static final int BACKLOG = 1_024;

    private TcpEcho() {}

    /** {@code connections} clients, each with one request outstanding, which costs the server {@code steps} of work. */
    static Load of(final int connections, final int steps) {
        return (factory, operations) -> {
            final var server = ServerSocketChannel.open()
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            Load.start(factory, () -> {
                while (true) {
                    final SocketChannel client = server.accept();
                    Load.start(factory, () -> echo(client, steps));
                }
            });
            for (int i = 0; i < connections; i++) {
                Load.start(factory, () -> request(server, operations));
            }
        };
    }

    private static void echo(final SocketChannel client, final int steps) throws IOException {
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
        while (true) {
            readFully(client, buffer);
            Sink.keep(Load.work(steps));
            writeFully(client, buffer);
        }
    }

    private static void request(final ServerSocketChannel server, final LongAdder operations) throws IOException {
        final SocketChannel socket = SocketChannel.open(server.getLocalAddress());
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
        while (true) {
            buffer.clear();
            writeFully(socket, buffer);
            readFully(socket, buffer);
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
