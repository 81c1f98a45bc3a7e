package dev.perch.traces.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perch.traces.Recorded;
import org.junit.jupiter.api.Test;

class SystraceHtmlTest {
    private static final String EVENT = "     <...>-12    (-----) [003] d..2  1.5: sched_wakeup: comm=</b pid=7 prio=120 target_cpu=001\n";

    @Test
    void readsOnlyWhatStandsInTheTracesElements() {
        final Recorded recorded = Recorded.of("<!DOCTYPE html>\n<html><script>var x='.trace-data';\n"
                + "y".repeat(3 << 20)
                + "</script>\n<script class=\"trace-data\" type=\"application/text\">\nUSER PID\nroot 1\n# tracer: nop\n#\n"
                + EVENT + "  </script>\nnot a trace\n<script class=\"trace-data\">\n# clock\n" + EVENT
                + "</script></html>");
        assertThat(recorded.summary().format()).isEqualTo("systrace HTML");
        assertThat(recorded.events()).hasSize(2).allMatch(event -> event.task == 7);
        assertThat(recorded.taskComm(recorded.events().get(0))).isEqualTo("</b");
    }

    @Test
    void readsTheOldPagesString() {
        final Recorded recorded = Recorded.of("<html><script>\n  var linuxPerfData = \"\\\n# tracer: nop\\n\\\n"
                + EVENT.replace("\n", "\\n\\\n") + "\";\n</script>");
        assertThat(recorded.only().task).isEqualTo(7);
    }

    @Test
    void aPageWithoutATraceIsRefused() {
        assertThatThrownBy(() -> Recorded.of("<html>nothing</html>")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without a trace");
    }
}
