/** Recordings of real kernels, read as one stream of {@linkplain dev.perch.traces.Event events}. */
package dev.perch.traces;
