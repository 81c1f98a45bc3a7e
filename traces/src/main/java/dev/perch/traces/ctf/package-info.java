/** Traces in the Common Trace Format 1.8: LTTng's kernel traces, and what perf converts to it. */
package dev.perch.traces.ctf;
