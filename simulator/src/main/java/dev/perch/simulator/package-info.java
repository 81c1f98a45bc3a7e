/** Runs workloads on machines under policies, in virtual time. */
package dev.perch.simulator;
