package dev.perch.topology;

/**
 * What decides how a kernel builds its sched domains on a topology.
 *
 * @param release      names and flags differ between releases
 * @param clusterLevel whether the kernel is built with its cluster level (CONFIG_SCHED_CLUSTER; since 5.16)
 * @param clusterFlag  whether the cluster level carries SD_CLUSTER, share ids and the cluster-active switch
 */
public record DomainRules(KernelRelease release, boolean clusterLevel, boolean clusterFlag) {}
