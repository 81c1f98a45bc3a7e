package dev.perch.topology;

import java.util.Locale;

/** Processor architectures whose kernels build their topology differently. */
public enum Architecture {
    /** 64-bit x86. */
    X86_64,
    /** 64-bit Arm. */
    AARCH64,
    /** POWER. */
    PPC64,
    /** IBM Z. */
    S390X,
    /** 64-bit RISC-V. */
    RISCV64,
    /** Any other. */
    OTHER;

    /**
     * Whether its kernels take what package and node have in common for the last-level cache where no cache is told of;
     * others take each core for one.
     */
    public boolean assumesSharedCache() {
        return this == AARCH64 || this == RISCV64 || this == OTHER;
    }

    /** The architecture that {@code uname -m} calls {@code name}; {@link #OTHER} where it is unknown. */
    public static Architecture ofUname(final String name) {
        return switch (name.strip().toLowerCase(Locale.ROOT)) {
            case "x86_64", "amd64", "i686", "i386" -> X86_64;
            case "aarch64", "arm64" -> AARCH64;
            case "ppc64", "ppc64le" -> PPC64;
            case "s390x" -> S390X;
            case "riscv64" -> RISCV64;
            default -> OTHER;
        };
    }
}
