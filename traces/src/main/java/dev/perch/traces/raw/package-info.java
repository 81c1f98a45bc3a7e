/** Recordings as the kernel's own bytes: trace.dat and perf.data, with the format files they carry. */
package dev.perch.traces.raw;
