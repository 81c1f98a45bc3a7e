/** Kernels, feature switches, policies, and the state that placement reads and writes. */
package dev.perch.scheduler;
