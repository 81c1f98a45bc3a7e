package dev.perch.scheduler.fair;

/**
 * How the utilisation that a task had when it went to sleep is remembered (UTIL_EST): a moving average with a
 * quarter's weight on the newest, which follows a rise at once.
 */
enum UtilizationEstimate {
    /** Until 6.7: the newest and the average are both kept, and the greater one counts. */
    NEWEST_AND_AVERAGE {
        @Override
        int of(final SchedEntity entity) {
            return Math.max(entity.estimate, entity.lastUtilization);
        }

        @Override
        boolean follow(final SchedEntity entity, final int newest, final int capacity) {
            final int difference = newest - entity.estimate;
            final boolean steady = Math.abs(difference) < MARGIN
                    && Math.abs(entity.lastUtilization - newest) < MARGIN;
            if (difference <= 0 && (steady || difference <= -MARGIN && newest > capacity)) {
                return false;
            }
            entity.lastUtilization = newest;
            if (difference > 0) {
                entity.estimate = newest;
            } else if (difference <= -MARGIN) {
                entity.estimate = (4 * entity.estimate + difference) / 4;
            }
            return true;
        }
    },
    /** Since 6.8: the average alone, which stays where the task ran less because it had to wait. */
    AVERAGE {
        @Override
        int of(final SchedEntity entity) {
            return entity.estimate;
        }

        @Override
        boolean follow(final SchedEntity entity, final int newest, final int capacity) {
            if (entity.estimate <= newest) {
                entity.estimate = newest;
                return true;
            }
            final int difference = entity.estimate - newest;
            if (difference < MARGIN) {
                return true;
            }
            if (newest > capacity) {
                return false;
            }
            if (newest + MARGIN >= entity.average.runnableAvg) {
                entity.estimate = (4 * entity.estimate - difference) / 4;
            }
            return true;
        }
    };

    private static final int MARGIN = 1024 / 100;

    /** The estimate that counts. */
    abstract int of(SchedEntity entity);

    /** Takes {@code newest} into account; tells whether the entity now waits for its utilisation to move again. */
    abstract boolean follow(SchedEntity entity, int newest, int capacity);

    /** The estimate is brought up to date when {@code entity} goes to sleep on a CPU of {@code capacity}. */
    final void update(final SchedEntity entity, final int capacity) {
        if (entity.utilizationMoved) {
            entity.utilizationMoved = !follow(entity, (int) entity.average.utilAvg, capacity);
        }
    }
}
