package dev.perch.simulator.jvm;

import dev.perch.simulator.KernelPath;
import dev.perch.simulator.World;

/** One direction of a TCP connection over loopback: a reader that finds nothing is told by the pollers. */
final class Socket {
    private final World world;
    private final KernelPath path;
    private final SubPoller poller;
    private int messages;
    private int lastCpu = -1;
    private int senderCpu = -1;
    private VirtualThread reader;

    Socket(final World world, final SubPoller poller) {
        this.world = world;
        path = world.path(KernelPath.TCP);
        this.poller = poller;
    }

    /** Sends a short message; there is always room for the few that are under way. */
    Step send() {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                return world.code(path.sendNanos()) + world.handOver(lastCpu, cpu, path.sharedLines());
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                messages++;
                lastCpu = on.cpu();
                senderCpu = on.cpu();
                on.owe(world.code(path.afterSendNanos()));
                if (reader != null) {
                    poller.ready(reader, on);
                    reader = null;
                }
                return true;
            }
        };
    }

    /** Receives a message. */
    Step receive() {
        return new Step() {
            @Override
            public double nanos(final VirtualThread self, final int cpu) {
                final double enter = world.code(path.enterNanos());
                return messages == 0 ? enter
                        : enter + world.code(path.receiveNanos()) + world.handOver(lastCpu, cpu, path.sharedLines())
                                + world.handOver(senderCpu, cpu, path.messageLines());
            }

            @Override
            public boolean happen(final VirtualThread self, final JvmThread on) {
                if (messages == 0) {
                    reader = self;
                    on.owe(world.code(JvmCosts.EPOLL)); // epoll_ctl
                    return false;
                }
                messages--;
                lastCpu = on.cpu();
                return true;
            }
        };
    }
}
