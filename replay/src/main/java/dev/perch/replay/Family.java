package dev.perch.replay;

import dev.perch.scheduler.AddressSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that are taken to share their memory: a task and those it forks, threads and processes alike, until one of them
 * starts a program. Each policy keeps accounts of its own about that memory.
 */
final class Family {
    private final List<AddressSpace> spaces = new ArrayList<>();

    /** The address space as policy {@code number} keeps it. */
    AddressSpace space(final int number) {
        while (spaces.size() <= number) {
            spaces.add(new AddressSpace());
        }
        return spaces.get(number);
    }
}
