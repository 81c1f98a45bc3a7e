package dev.perch.cli;

import dev.perch.topology.UnknownNameException;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code perch list KIND}: what there is, a line each. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "What there is, a line each.")
final class ListVerb implements Callable<Integer> {
    private static final List<Listing> LISTINGS = List.of(new MachineListing(), new PolicyListing(),
            new SwitchListing(), new WorkloadListing(), new StudyListing(), new FormatListing());

    @Parameters(paramLabel = "KIND", arity = "0..1", completionCandidates = Kinds.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String kind;

    @Mixin
    private Plugins plugins;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException {
        if (kind == null) {
            throw new IllegalArgumentException("name what to list: "
                    + LISTINGS.stream().map(Listing::name).collect(Collectors.joining(", ")));
        }
        final Listing listing = LISTINGS.stream().filter(one -> one.name().equals(kind)).findFirst().orElseThrow(
                () -> new UnknownNameException("kind of list", kind, LISTINGS.stream().map(Listing::name).toList()));
        output.print(listing.table(plugins));
        return 0;
    }

    /** The kinds, for help and completion. */
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return LISTINGS.stream().map(Listing::name).iterator();
        }
    }
}
