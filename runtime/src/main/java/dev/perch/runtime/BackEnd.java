package dev.perch.runtime;

import java.util.concurrent.Executor;

/** How this JDK lets a scheduler of its own run virtual threads. */
interface BackEnd {
    /**
     * A builder of virtual threads whose start and every later wake-up is {@code scheduler.execute}, with the same
     * object each time, the thread's continuation.
     */
    Thread.Builder.OfVirtual builder(Executor scheduler);

    /** The virtual thread whose continuation this is. */
    Thread thread(Runnable continuation);

    /** The JDK's own scheduler of virtual threads. */
    Executor jdkScheduler();

    /**
     * The back-end of the running JDK.
     *
     * @throws IllegalStateException if there is none, or a flag is missing; the message tells which
     */
    static BackEnd ofThisJdk() {
        if (LoomBackEnd.isOffered()) {
            return LoomBackEnd.open();
        }
        final var us = BackEnd.class.getModule();
        if (!Thread.class.getModule().isOpen("java.lang", us)) {
            throw new IllegalStateException("virtual threads cannot be given this scheduler: start java with"
                    + " --add-opens java.base/java.lang=" + (us.isNamed() ? us.getName() : "ALL-UNNAMED"));
        }
        try {
            return new ConstructorBackEnd();
        } catch (final LinkageError e) {
            throw new IllegalStateException("virtual threads cannot be given this scheduler: JDK "
                    + Runtime.version().feature() + " has another inside than JDK 25", e);
        }
    }
}
