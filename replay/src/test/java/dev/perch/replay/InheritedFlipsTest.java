package dev.perch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InheritedFlipsTest {
    private static void explain(final InheritedFlips flips, final int from, final int to) {
        for (int count = from; count <= to; count++) {
            flips.explain(count);
        }
        flips.settle();
    }

    @Test
    void theCountThatExplainsMostIsBelieved() {
        final var flips = new InheritedFlips();
        assertThat(flips.believed()).isZero();
        explain(flips, 4, 9);
        assertThat(flips.believed()).isEqualTo(4);
        explain(flips, 0, 6);
        assertThat(flips.believed()).as("still as good as any").isEqualTo(4);
        explain(flips, 6, 12);
        assertThat(flips.believed()).isEqualTo(6);
    }

    @Test
    void whatAShellHadIsInAllItForksButHalvedWithTheirs() {
        final RecordedTask shell = Machines.task(Machines.TWO_CPUS, 1);
        final RecordedTask early = Machines.task(Machines.TWO_CPUS, 2);
        early.inherit(shell);
        early.wakeeFlips = 3; // its own
        early.halved();
        final RecordedTask late = Machines.task(Machines.TWO_CPUS, 3);
        late.inherit(early);
        explain(shell.inherited(), 10, 10);
        assertThat(shell.flipsWith(shell.inherited().believed())).isEqualTo(10);
        early.believeInherited();
        late.believeInherited();
        assertThat(early.wakeeFlips).isEqualTo(3 + 5);
        assertThat(late.wakeeFlips).isEqualTo(3 + 5);
        explain(shell.inherited(), 2, 2);
        explain(shell.inherited(), 2, 2);
        early.believeInherited();
        assertThat(early.wakeeFlips).isEqualTo(3 + 1);
    }

    @Test
    void othersKeepTheirOwn() {
        final RecordedTask one = Machines.task(Machines.TWO_CPUS, 1);
        final RecordedTask other = Machines.task(Machines.TWO_CPUS, 2);
        explain(one.inherited(), 10, 10);
        other.believeInherited();
        assertThat(other.wakeeFlips).isZero();
    }
}
