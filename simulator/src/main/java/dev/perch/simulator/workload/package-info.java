/** The benchmarks: one a class, and what they have in common. */
package dev.perch.simulator.workload;
