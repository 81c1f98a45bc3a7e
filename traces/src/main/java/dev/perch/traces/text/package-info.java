/** Recordings as text: what tracefs, trace-cmd and perf print. */
package dev.perch.traces.text;
