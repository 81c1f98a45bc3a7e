package dev.perch.scheduler.balance;

import dev.perch.scheduler.Placement;
import dev.perch.scheduler.Task;
import dev.perch.scheduler.balance.Imbalance.Unit;
import dev.perch.scheduler.fair.FairRunqueue;
import dev.perch.scheduler.fair.SchedEntity;
import dev.perch.topology.SdFlag;

/**
 * Which waiting tasks leave a runqueue (detach_tasks, can_migrate_task): those that were queued longest ago, may run
 * where they are wanted and are not cache-hot, until the imbalance is used up. One object serves look after look.
 */
final class Detachment {
    private final BalanceRules rules;
    private final Placement placement;
    /** Whether no task could have moved to the CPU, for affinity. */
    boolean allPinned;
    /** Whether some could not. */
    boolean somePinned;

    Detachment(final BalanceRules rules, final Placement placement) {
        this.rules = rules;
        this.placement = placement;
    }

    void start() {
        allPinned = true;
        somePinned = false;
    }

    /**
     * Detaches tasks from {@code from} for {@code look}.
     *
     * @return what is left of {@code amount}
     */
    long detach(final Look look, final FairRunqueue from, final FairRunqueue to, final DomainState state,
            final Unit unit, final long amount, final long now) {
        long left = amount;
        final int limit = Math.min(BalanceRules.NR_MIGRATE, from.nrRunning());
        for (int looked = 0; looked < limit && left > 0; looked++) {
            if (look.kind != IdleKind.BUSY && from.nrRunning() <= 1) {
                break;
            }
            final SchedEntity entity = from.oldest();
            look.tasksExamined++;
            final long share = mayMove(look, entity, from, to, state, now)
                    ? share(entity, unit, state.failed, left)
                    : -1;
            if (share < 0) {
                from.renew(entity);
                continue;
            }
            left -= share;
            from.detach(entity, now);
            look.pull(entity);
            if (look.kind == IdleKind.NEWLY_IDLE && rules.newIdlePullsOne()) {
                break;
            }
        }
        return left;
    }

    /** What of the imbalance {@code entity} would use up; -1 where that is too much. */
    private long share(final SchedEntity entity, final Unit unit, final int failed, final long left) {
        return switch (unit) {
            case TASKS -> 1;
            case LOAD -> {
                final long load = Math.max(1, entity.average.loadAvg);
                yield load >> Math.min(failed, Long.SIZE - 1) > left ? -1 : load;
            }
            case UTILIZATION -> {
                final long used = Math.max(entity.average.utilAvg, entity.estimate);
                final int shift = rules.failuresShiftLoad() ? Math.min(failed, Long.SIZE - 1) : 0;
                yield used >> shift > left ? -1 : used;
            }
            case MISFIT -> left;
        };
    }

    private boolean mayMove(final Look look, final SchedEntity entity, final FairRunqueue from, final FairRunqueue to,
            final DomainState state, final long now) {
        final Task task = entity.task;
        if (entity.delayed) {
            return false;
        }
        if (!task.mayRunOn(to.cpu())) {
            somePinned = true;
            return false;
        }
        allPinned = false;
        if (entity == from.current()) {
            return false;
        }
        return state.failed > look.domain.cacheNiceTries() || !isHot(look, entity, from, to, now);
    }

    /** Whether moving {@code entity} would cost it its caches (task_hot). */
    private boolean isHot(final Look look, final SchedEntity entity, final FairRunqueue from, final FairRunqueue to,
            final long now) {
        if (entity.task.schedIdle || look.domain.has(SdFlag.SHARE_CPUCAPACITY)) {
            return false;
        }
        if (to.nrRunning() > 0 && from.isBuddy(entity)) {
            return true;
        }
        final boolean ranJustNow = from.clock(now) - entity.execStart < BalanceRules.MIGRATION_COST;
        return placement.isCacheHot(entity.task, from.cpu(), to.cpu(), ranJustNow);
    }

    /** The first task of {@code from} that may run on {@code to}, detached; null where there is none. */
    static SchedEntity detachOne(final FairRunqueue from, final int to, final long now) {
        for (int looked = from.nrRunning(); looked > 0; looked--) {
            final SchedEntity entity = from.oldest();
            if (!entity.delayed && entity.task.mayRunOn(to)) {
                from.detach(entity, now);
                return entity;
            }
            from.renew(entity);
        }
        return null;
    }
}
