package dev.perch.runtime;

import dev.perch.topology.CpuSet;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/** On which CPUs threads may run, asked and told through the C library. Linux only; elsewhere nothing is known. */
final class Affinity {
    private static final int MASK_BYTES = (CpuSet.MAX_CPU + 1) / 8;
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final FunctionDescriptor MASK_CALL = FunctionDescriptor.of(ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle SET = function("sched_setaffinity", MASK_CALL,
            Linker.Option.captureCallState("errno"));
    private static final MethodHandle GET = function("sched_getaffinity", MASK_CALL);
    private static final MethodHandle CURRENT_CPU = function("sched_getcpu",
            FunctionDescriptor.of(ValueLayout.JAVA_INT), Linker.Option.critical(false));
    private static final int EPERM = 1;
    private static final int EINVAL = 22;

    private Affinity() {}

    @SuppressWarnings("restricted")
    private static MethodHandle function(final String name, final FunctionDescriptor descriptor,
            final Linker.Option... options) {
        final var linker = Linker.nativeLinker();
        final Optional<MemorySegment> address = linker.defaultLookup().find(name);
        return address.isEmpty() ? null : linker.downcallHandle(address.get(), descriptor, options);
    }

    /** The CPUs that the calling thread may use: its affinity within its cgroup's cpuset. Empty where unknown. */
    static CpuSet allowed() {
        if (GET == null) {
            return CpuSet.EMPTY;
        }
        try (var arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_BYTES, 8);
            final int result = (int) GET.invokeExact(0, (long) MASK_BYTES, mask);
            return result < 0 ? CpuSet.EMPTY : CpuSet.ofWords(mask.toArray(ValueLayout.JAVA_LONG));
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Lets the calling thread run on {@code cpu} only.
     *
     * @throws IllegalStateException if that is not possible here; the message tells the CPU, why, and what helps
     */
    static void pin(final int cpu) {
        allow(0, CpuSet.of(cpu));
    }

    /** Lets thread {@code tid} (0 for the caller) run on {@code cpus} only; throws as {@link #pin}. */
    static void allow(final int tid, final CpuSet cpus) {
        if (SET == null) {
            throw new IllegalStateException(
                    "cannot pin a carrier to CPU " + cpus
                            + ": this system has no sched_setaffinity; use pinned(false)");
        }
        try (var arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_BYTES, 8);
            for (int word = 0; word <= cpus.last() >> 6; word++) {
                mask.setAtIndex(ValueLayout.JAVA_LONG, word, cpus.word(word));
            }
            final MemorySegment state = arena.allocate(STATE);
            final int result = (int) SET.invokeExact(state, tid, (long) MASK_BYTES, mask);
            if (result != 0) {
                throw refused(cpus, (int) ERRNO.get(state, 0L));
            }
        } catch (final IllegalStateException e) {
            throw e;
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException refused(final CpuSet cpus, final int errno) {
        final String why = switch (errno) {
            case EINVAL -> "it is offline, or outside this process's cpuset (" + allowed() + " is allowed)";
            case EPERM -> "this host forbids sched_setaffinity";
            default -> "sched_setaffinity failed with errno " + errno;
        };
        return new IllegalStateException(
                "cannot pin a carrier to CPU " + cpus + ": " + why + "; choose cpus(...) or use pinned(false)");
    }

    /** The CPU that the caller runs on at this moment; -1 where unknown. */
    static int currentCpu() {
        if (CURRENT_CPU == null) {
            return -1;
        }
        try {
            return (int) CURRENT_CPU.invokeExact();
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    private static AssertionError unexpected(final Throwable e) {
        return new AssertionError("a native call failed", e);
    }
}
