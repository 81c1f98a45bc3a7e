package dev.perch.scheduler;

/**
 * What an address space (mm) keeps for cache-aware scheduling; identity for every other policy. A policy that needs
 * more hangs its own state here.
 */
public final class AddressSpace {
    /** The state that the policy of a run keeps for this address space; null until it does. */
    public Object policyState;
}
