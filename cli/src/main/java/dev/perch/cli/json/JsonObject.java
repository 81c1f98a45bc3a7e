package dev.perch.cli.json;

import java.util.LinkedHashMap;

/** An object of a JSON document: its fields stand in the order in which they were put, in every run. */
public final class JsonObject extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    /** Adds a field; returns this object. */
    public JsonObject with(final String name, final Object value) {
        put(name, value);
        return this;
    }
}
