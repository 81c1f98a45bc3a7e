package dev.perch.report.study;

import dev.perch.machines.Variation;

/**
 * The model as it stands, or with one constant taken otherwise.
 *
 * @param constant which; empty for none
 * @param factor   how many times what it stands for
 */
record Model(String constant, double factor) {
    /** Every constant as it stands. */
    static final Model AS_IT_STANDS = new Model("", 1);

    Variation variation() {
        return constant.isEmpty() ? Variation.NONE
                : (name, value) -> name.equals(constant) ? value * factor : value;
    }

    /** What tells its runs from those of the model as it stands. */
    String suffix() {
        return constant.isEmpty() ? "" : " " + constant + "x" + factor;
    }
}
