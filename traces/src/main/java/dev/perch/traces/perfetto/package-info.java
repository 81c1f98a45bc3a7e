/** Perfetto's traces. */
package dev.perch.traces.perfetto;
