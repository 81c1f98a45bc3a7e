/**
 * Virtual threads and executors placed by Perch's own scheduler.
 *
 * <p>One platform thread, a <em>carrier</em>, runs on each CPU and takes <em>entities</em> (virtual threads and jobs)
 * from its runqueue. Every wake-up asks the placement for a CPU and queues the entity there.
 *
 * <p>Memory order. What is shared between carriers and wakers, and by what:
 * <ul>
 * <li>A runqueue's ring: only the owner writes slots and {@code tail} (release); whoever takes an entity wins a
 * compare-and-set of {@code head}. Its inbox: a stack pushed by compare-and-set and emptied by one exchange.
 * <li>An entity's own fields are written by the one waker that makes it runnable, before it is queued, and read by
 * the carrier that takes it: queueing hands them over. After {@code run} has returned, a carrier never touches the
 * entity's scheduling fields again: it may be running elsewhere by then.
 * <li>Sleeping ({@link Sleep}): a carrier says that it sleeps and then looks at its queue again; a waker queues and
 * then looks whether it sleeps. Both are volatile accesses, so at least one sees the other's: no wake-up is lost.
 * <li>The idle mask is cleared by the waker <em>before</em> it queues, and set by the owner before it spins and again
 * after it has said that it sleeps: the bit of a carrier that sleeps is cleared only by a waker who then sees it asleep
 * and kicks it, so no idle carrier stays unseen, even if a puller took what the waker queued.
 * <li>Statistics have one writer at a time and are read without order (opaque).
 * </ul>
 */
package dev.perch.runtime;
