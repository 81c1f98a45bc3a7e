/** CPU sets, machines as trees of cores, clusters, caches and nodes, and the sched domains a kernel builds on them. */
package dev.perch.topology;
