/** What a recording shows of wake-ups: where they landed, and what that cost. */
package dev.perch.traces.analysis;
