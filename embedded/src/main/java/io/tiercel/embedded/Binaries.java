package io.tiercel.embedded;

import java.nio.file.Path;

/// Unpacked PostgreSQL binaries of one version.
///
/// @param home the directory with `bin`, `lib` and `share`
/// @param version as the server prints it, such as `18.6`
record Binaries(Path home, String version, Platform platform) {

  Path program(String name) {
    return home.resolve("bin").resolve(platform.isWindows() ? name + ".exe" : name);
  }

  /// `18` of `18.6`: what `PG_VERSION` in a data directory says.
  String major() {
    var dot = version.indexOf('.');
    return dot < 0 ? version : version.substring(0, dot);
  }
}
