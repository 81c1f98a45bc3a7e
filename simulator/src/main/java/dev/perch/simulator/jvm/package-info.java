/**
 * A JVM's virtual threads in virtual time. The carriers are tasks of the simulated kernel: it parks and wakes them,
 * preempts them, lets them idle; what they run, and where a virtual thread's wake-up goes, is decided here as the
 * runtime or as the JDK's own scheduler does.
 */
package dev.perch.simulator.jvm;
