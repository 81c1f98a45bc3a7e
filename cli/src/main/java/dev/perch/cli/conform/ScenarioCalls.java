package dev.perch.cli.conform;

import dev.perch.topology.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every call that a scenario may make. */
public final class ScenarioCalls {
    private static final Map<String, ScenarioCall> CALLS = List
            .of(new SelectIdleSiblingCall(), new SelectTaskCall(), new UpdateIdleCoreCall(),
                    new UpdateIdleCpuScanCall(), new PeltCall(), new DecayLoadCall(), new CalcDeltaFairCall(),
                    new PickEevdfCall(), new PlaceEntityCall(), new EevdfTraceCall(), new DumpTopologyCall())
            .stream().collect(Collectors.toUnmodifiableMap(ScenarioCall::name, Function.identity()));

    private ScenarioCalls() {}

    /** The call of this name; an {@link UnknownNameException} where there is none. */
    public static ScenarioCall named(final String name) {
        final ScenarioCall call = CALLS.get(name);
        if (call == null) {
            throw new UnknownNameException("call", name, CALLS.keySet());
        }
        return call;
    }
}
