package dev.perch.simulator;

/** Whose definition of search efficiency is printed. */
public enum SearchForm {
    /** Successful searches over runqueues scanned, as schedtests prints it and the published tables use it. */
    SCHEDTESTS,
    /** All searches over runqueues scanned, as mmtests prints it. */
    MMTESTS
}
