/** The closed loop: a recording's tasks as a workload that runs in virtual time. */
package dev.perch.replay.closed;
