package dev.perch.runtime;

import java.util.concurrent.Executor;

/** How this JDK lets a scheduler of its own run virtual threads. */
interface BackEnd {
    /** A builder of virtual threads whose start and every later wake-up is {@code scheduler.execute}. */
    Thread.Builder.OfVirtual builder(Executor scheduler);

    /** What {@code thread} hands to its scheduler each time it becomes runnable: always the same object. */
    Runnable continuation(Thread thread);

    /** The virtual thread whose {@link #continuation} this is. */
    Thread thread(Runnable continuation);

    /** The JDK's own scheduler of virtual threads. */
    Executor jdkScheduler();

    /**
     * The back-end of the running JDK.
     *
     * @throws IllegalStateException if there is none, or a flag is missing; the message tells which
     */
    static BackEnd ofThisJdk() {
        return ConstructorBackEnd.open();
    }
}
