/**
 * Policies for schedulers that run in a process, above the kernel's: carriers (threads, one a CPU) that run short
 * tasks. The runtime places by them; the simulator runs them as candidates.
 */
package dev.perch.scheduler.runtime;
