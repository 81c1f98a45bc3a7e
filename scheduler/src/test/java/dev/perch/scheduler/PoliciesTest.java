package dev.perch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoliciesTest {
    private final Policies policies = Policies.kernels();

    @ParameterizedTest
    @ValueSource(strings = {"linux-5.10", "linux-5.19+SIS_UTIL", "linux-6.1", "linux-6.5+CLUSTER_SCAN", "linux-6.12",
            "linux-6.12-SCHED_CLUSTER", "linux-6.14+SCHED_CACHE+SCHED_CACHE_ANY_CPU",
            "linux-6.5-SIS_UTIL+CLUSTER_SCAN"})
    void aNameNamesItself(final String name) {
        assertThat(policies.named(name).name()).isEqualTo(name);
    }

    @Test
    void switchesAreNamedInOneOrderAndOnlyWhereFlipped() {
        assertThat(policies.named("linux-6.5+CLUSTER_SCAN-SIS_UTIL").name())
                .isEqualTo("linux-6.5-SIS_UTIL+CLUSTER_SCAN");
        assertThat(policies.named("linux-6.5+SIS_UTIL").name()).isEqualTo("linux-6.5");
    }

    @Test
    void aSwitchThatAltersAnotherTurnsThatOnToo() {
        assertThat(policies.named("linux-6.14+SCHED_CACHE_ANY_CPU").name())
                .isEqualTo("linux-6.14+SCHED_CACHE+SCHED_CACHE_ANY_CPU");
        assertThat(policies.named("linux-5.19+SIS_UTIL_SMALL_LLC").name())
                .isEqualTo("linux-5.19+SIS_UTIL+SIS_UTIL_SMALL_LLC");
        assertThat(policies.named("linux-6.12+SIS_UTIL_SMALL_LLC").name())
                .isEqualTo("linux-6.12+SIS_UTIL_SMALL_LLC");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    linux-6.13                | unknown policy 'linux-6.13': did you mean 'linux-6.12'? There are linux-5.10, linux-5.19, linux-6.1
                    linux-6.13-SIS_UTIL       | unknown policy 'linux-6.13': did you mean 'linux-6.12'?
                    linux-4.4                 | unknown policy 'linux-4.4': did you mean 'linux-5.10'?
                    linux-65                  | unknown policy 'linux-65': did you mean 'linux-6.5'?
                    linux-6.6                 | unknown policy 'linux-6.6': did you mean 'linux-6.5'?
                    sticky-core               | unknown policy 'sticky-core': there are linux-5.10
                    linux6.5                  | unknown policy 'linux6.5': did you mean 'linux-6.5'?
                    linux-6.5+CLUSTER_SCAM    | unknown switch of linux-6.5 'CLUSTER_SCAM': did you mean 'CLUSTER_SCAN'?
                    linux-6.1+CLUSTER_SCAN    | linux-6.1 has no switch CLUSTER_SCAN; these have: linux-6.5, linux-6.12, linux-6.14
                    linux-6.12+SIS_PRP        | unknown switch 'SIS_PRP': did you mean 'SIS_PROP'? linux-6.12 has no switch SIS_PROP; these have: linux-5.10, linux-5.19, linux-6.1, linux-6.5
                    linux-6.12+               | unknown switch of linux-6.12 ''
                    ''                        | unknown policy ''""")
    void aWrongNameOffersTheNearestRightOne(final String name, final String message) {
        assertThatThrownBy(() -> policies.named(name)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void withoutItsClusterLevelAKernelSeesNoClusters() {
        assertThat(policies.named("linux-6.12-SCHED_CLUSTER").domainRules().clusterLevel()).isFalse();
        assertThat(policies.named("linux-6.12").domainRules().clusterFlag()).isTrue();
        assertThat(policies.named("linux-6.5").domainRules().clusterFlag()).isFalse();
        assertThat(policies.named("linux-6.5").domainRules().clusterLevel()).isTrue();
        assertThat(policies.named("linux-5.10").domainRules().clusterLevel()).isFalse();
    }
}
