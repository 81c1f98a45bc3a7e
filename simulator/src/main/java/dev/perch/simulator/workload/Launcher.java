package dev.perch.simulator.workload;

import dev.perch.simulator.Behavior;
import dev.perch.simulator.SimulatedTask;
import dev.perch.simulator.World;
import java.util.List;

/** The shell that starts a benchmark's tasks team after team, and then ends. */
final class Launcher implements Behavior {
    private final World world;
    private final List<List<SimulatedTask>> teams;
    private final double nanosEach;
    private int team = -1;
    private int next;

    /**
     * Takes {@code nanosEach} of its own code, on the reference core, before it starts the tasks of each team, one
     * right after the other.
     */
    Launcher(final World world, final List<List<SimulatedTask>> teams, final double nanosEach) {
        this.world = world;
        this.teams = teams;
        this.nanosEach = nanosEach;
    }

    @Override
    public void next(final SimulatedTask self) {
        if (team >= 0 && next < teams.get(team).size()) {
            self.fork(teams.get(team).get(next++));
        } else if (++team == teams.size()) {
            self.exit();
        } else {
            next = 0;
            self.compute(world.code(nanosEach));
        }
    }
}
