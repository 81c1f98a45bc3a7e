package dev.perch.simulator.jvm;

/** A benchmark: makes its virtual threads. */
interface Bench {
    /** What a unit of load is. */
    String unit();

    /** Has {@code jvm} begin the threads of {@code load} units. */
    void begin(Jvm jvm, int load);

    /** A benchmark of {@code unit}s, each of which {@code threads} begins. */
    static Bench of(final String unit, final Threads threads) {
        return new Bench() {
            @Override
            public String unit() {
                return unit;
            }

            @Override
            public void begin(final Jvm jvm, final int load) {
                for (int i = 0; i < load; i++) {
                    threads.begin(jvm);
                }
            }
        };
    }

    /** One unit's threads. */
    interface Threads {
        /** Has {@code jvm} begin them. */
        void begin(Jvm jvm);
    }
}
