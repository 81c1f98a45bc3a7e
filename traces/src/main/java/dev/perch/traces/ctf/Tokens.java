package dev.perch.traces.ctf;

/** The words of CTF's metadata language (TSDL), one after another; comments are passed over. */
final class Tokens {
    private final String text;
    private int at;
    private int line = 1;
    private String token;

    Tokens(final String text) {
        this.text = text;
        advance();
    }

    /** The current token: a word, a number, a quoted text with its opening quote, a sign; empty at the end. */
    String peek() {
        return token;
    }

    /** Takes the current token. */
    String take() {
        final String taken = token;
        if (taken.isEmpty()) {
            throw broken("it ends too early");
        }
        advance();
        return taken;
    }

    /** Takes the current token if it is this one. */
    boolean skip(final String expected) {
        if (token.equals(expected)) {
            advance();
            return true;
        }
        return false;
    }

    /** Takes the current token, which must be this one. */
    void expect(final String expected) {
        if (!skip(expected)) {
            throw broken("'" + expected + "' was expected, not '" + token + "'");
        }
    }

    /** Takes a dotted path: {@code packet.header}. */
    String path() {
        final var path = new StringBuilder(take());
        while (skip(".")) {
            path.append('.').append(take());
        }
        return path.toString();
    }

    /** Takes a word, a path, a number or a text, whose quotes are left out. */
    String value() {
        final String first = skip("-") ? "-" + take() : path();
        return first.startsWith("\"") ? first.substring(1) : first;
    }

    /** Takes a whole number. */
    long number() {
        final String number = value();
        try {
            return Long.decode(number.replaceAll("[uUlL]+$", ""));
        } catch (final NumberFormatException e) {
            throw broken("'" + number + "' is no number");
        }
    }

    /** A message that names the line. */
    IllegalArgumentException broken(final String what) {
        return new IllegalArgumentException("metadata line " + line + ": " + what);
    }

    private void advance() {
        skipBlanks();
        final int from = at;
        if (at >= text.length()) {
            token = "";
            return;
        }
        final char first = text.charAt(at++);
        if (Character.isLetterOrDigit(first) || first == '_') {
            while (at < text.length() && isWord(text.charAt(at))) {
                at++;
            }
        } else if (first == '"') {
            while (at < text.length() && text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            at = Math.min(at, text.length());
            token = text.substring(from, at);
            at++;
            return;
        } else if (text.startsWith(":=", from) || text.startsWith("...", from)) {
            at = from + (first == ':' ? 2 : 3);
        }
        token = text.substring(from, at);
    }

    private static boolean isWord(final char character) {
        return Character.isLetterOrDigit(character) || character == '_';
    }

    private void skipBlanks() {
        while (at < text.length()) {
            final char character = text.charAt(at);
            if (character == '\n') {
                line++;
            }
            if (Character.isWhitespace(character)) {
                at++;
            } else if (text.startsWith("/*", at)) {
                final int end = text.indexOf("*/", at + 2);
                final int after = end < 0 ? text.length() : end + 2;
                line += (int) text.substring(at, after).chars().filter(c -> c == '\n').count();
                at = after;
            } else if (text.startsWith("//", at)) {
                final int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else {
                return;
            }
        }
    }
}
