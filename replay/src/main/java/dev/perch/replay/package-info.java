/** Rebuilds the scheduler's state from a recording and lets policies decide its wake-ups again. */
package dev.perch.replay;
