/** Recorded wake-ups, decided by other policies on the recorded state. */
module dev.perch.replay {
    requires transitive dev.perch.scheduler;
    requires transitive dev.perch.traces;
    requires it.unimi.dsi.fastutil;

    exports dev.perch.replay;
}
