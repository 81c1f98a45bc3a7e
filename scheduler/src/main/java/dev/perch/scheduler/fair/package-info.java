/** The fair class: load tracking, virtual time, and the runqueues of CFS and EEVDF. */
package dev.perch.scheduler.fair;
