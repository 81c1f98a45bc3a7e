/** How Linux decides where a wakee runs: wake-affine, the idle search, and the slow path of fork and exec. */
package dev.perch.scheduler.placement;
