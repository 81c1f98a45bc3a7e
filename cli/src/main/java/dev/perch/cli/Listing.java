package dev.perch.cli;

import java.io.IOException;

/** One kind of thing that {@code perch list} tells of. A new kind is a class here and a line in {@link ListVerb}. */
interface Listing {
    /** What the user names it by: {@code machines}. */
    String name();

    /** A row each, the name first; those of the jars too. */
    Table table(Plugins plugins) throws IOException;
}
