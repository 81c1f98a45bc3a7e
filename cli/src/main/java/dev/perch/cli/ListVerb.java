package dev.perch.cli;

import dev.perch.topology.UnknownNameException;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code perch list [KIND]}: what there is, a line each. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "What there is, a line each.")
final class ListVerb implements Callable<Integer> {
    private static final List<Listing> LISTINGS = List.of(new MachineListing(), new PolicyListing(),
            new SwitchListing(), new WorkloadListing(), new StudyListing(), new FormatListing());

    @Parameters(paramLabel = "KIND", arity = "0..1", completionCandidates = Kinds.class,
            description = "${COMPLETION-CANDIDATES}; all of them where none is named.")
    private String kind;

    @Mixin
    private Plugins plugins;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException {
        if (kind == null) {
            all();
            return 0;
        }
        final Listing listing = LISTINGS.stream().filter(one -> one.name().equals(kind)).findFirst().orElseThrow(
                () -> new UnknownNameException("kind of list", kind, LISTINGS.stream().map(Listing::name).toList()));
        output.print(listing.table(plugins));
        return 0;
    }

    private void all() throws IOException {
        if (output.format() == Output.Format.CSV) {
            throw new IllegalArgumentException("a CSV file holds one list: name "
                    + LISTINGS.stream().map(Listing::name).collect(Collectors.joining(", ")));
        }
        final Map<String, Table> tables = new LinkedHashMap<>();
        for (final Listing listing : LISTINGS) {
            tables.put(listing.name(), listing.table(plugins));
        }
        if (output.format() == Output.Format.MARKDOWN) {
            output.write(sections(tables, Table::markdown));
        } else {
            final Map<String, Object> objects = new LinkedHashMap<>();
            tables.forEach((name, table) -> objects.put(name, table.objects()));
            output.print(Table.of(), () -> sections(tables, Table::aligned), () -> objects);
        }
    }

    private static String sections(final Map<String, Table> tables, final Function<Table, String> form) {
        return tables.entrySet().stream().map(entry -> entry.getKey() + "\n\n" + form.apply(entry.getValue()))
                .collect(Collectors.joining("\n"));
    }

    /** The kinds, for help and completion. */
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return LISTINGS.stream().map(Listing::name).iterator();
        }
    }
}
