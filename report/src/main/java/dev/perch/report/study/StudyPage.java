package dev.perch.report.study;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.perch.report.Page;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/** A reproduction as one HTML page: how well it agrees, a scatter, and every row in the table of its study and machine. */
public final class StudyPage {
    private static final List<String> HEADS = List.of("case", "load", "metric", "published", "candidate", "change %",
            "simulated", "candidate", "change %", "seeds", "");

    private StudyPage() {}

    /** The page as text. */
    public static String of(final List<Outcome> outcomes) {
        final List<DomContent> sections = new ArrayList<>();
        sections.add(
                p("Published scheduler studies, run again by Perch in virtual time. A change is positive where the "
                        + "candidate is better. Significant: beyond twice its published standard deviation and beyond one point.")
                        .withClass("quiet"));
        sections.add(section(h2("Agreement"), agreement(Summary.of(outcomes))));
        sections.add(section(h2("Simulated against published"),
                p("Filled: significant rows, of the same sign or not; hollow: the others. Dashed: where both agree.")
                        .withClass("quiet"),
                Scatter.of(outcomes)));
        tables(outcomes).forEach((heading, rows) -> sections.add(section(h2(heading), rows(rows))));
        return Page.render("Published studies, reproduced", sections.toArray(DomContent[]::new));
    }

    private static SequencedMap<String, List<Outcome>> tables(final List<Outcome> outcomes) {
        final SequencedMap<String, List<Outcome>> tables = new LinkedHashMap<>();
        outcomes.forEach(one -> tables.computeIfAbsent(one.row().heading(), heading -> new ArrayList<>()).add(one));
        return tables;
    }

    private static DomContent agreement(final Summary summary) {
        final List<String> names = new ArrayList<>(
                summary.parts().firstEntry().getValue().columns().keySet());
        return div(table(
                thead(tr(th(""), each(summary.parts().keySet(), part -> th(part).withClass("number")))),
                tbody(each(names, name -> tr(th(name.replace('_', ' ').replace(" pct", " %")),
                        each(summary.parts().values(), part -> number(part.columns().get(name))))))))
                .withClass("table");
    }

    private static DomContent rows(final List<Outcome> rows) {
        return div(table(thead(tr(each(HEADS, head -> th(head)))), tbody(each(rows, StudyPage::row))))
                .withClass("table");
    }

    private static DomContent row(final Outcome one) {
        final PublishedRow row = one.row();
        return tr(td(row.benchName()), td(row.load()), td(row.metric()), number(row.baseline()),
                number(row.candidate()), change(row.changePct(), null), number(one.baseline()),
                number(one.candidate()), change(one.changePct(), row), td(one.changePct() == null ? ""
                        : signed(one.leastChangePct()) + " … " + signed(one.mostChangePct())).withClass("number quiet"),
                td(one.note()).withClass("quiet"));
    }

    private static DomContent number(final Object figure) {
        return td(switch (figure) {
            case null -> "";
            case final Double number -> String.format(Locale.ROOT, number >= 1000 ? "%,.0f" : "%.2f", number);
            default -> figure.toString();
        }).withClass("number");
    }

    /** A change; coloured where it agrees or disagrees with the significant change of {@code published}. */
    private static DomContent change(final Double change, final PublishedRow published) {
        if (change == null || published == null || !published.isSignificant()) {
            return td(change == null ? "" : signed(change)).withClass("number");
        }
        return td(signed(change)).withClass(
                Math.signum(change) == Math.signum(published.changePct()) ? "number good" : "number bad");
    }

    private static String signed(final double change) {
        return String.format(Locale.ROOT, "%+,.2f", change);
    }
}
