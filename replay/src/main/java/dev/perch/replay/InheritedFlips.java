package dev.perch.replay;

/**
 * The wakee_flips that a task had before the recording tells of it. All that it forks inherit them, and so do theirs:
 * a shell's count is in every task of its commands. No event tells it; each decision that hangs on it credits the
 * counts that explain the kernel's answer, and the one that explains most is believed from then on.
 */
final class InheritedFlips {
    /** Counts are below this: they halve each second. */
    static final int LIMIT = 32;

    private final int[] explained = new int[LIMIT];
    private int believed;

    /** The count as it is believed to be; none at first. */
    int believed() {
        return believed;
    }

    /** {@code count} would explain a decision. */
    void explain(final int count) {
        explained[count]++;
    }

    /** Believes the count that explains most: of several the one believed before, else the least. */
    void settle() {
        for (int count = 0; count < LIMIT; count++) {
            if (explained[count] > explained[believed]) {
                believed = count;
            }
        }
    }
}
