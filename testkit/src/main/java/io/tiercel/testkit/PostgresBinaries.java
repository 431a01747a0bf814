package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The programs of one PostgreSQL version.
///
/// @param bin the directory of `initdb` and `postgres`
/// @param version as the server names it, for example `18.6`
record PostgresBinaries(Path bin, String version) {
  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)(\\S*)");

  /// Version 18, unpacked from the Maven artifact.
  static PostgresBinaries v18() throws IOException {
    return at(BinariesArchive.unpack().resolve("bin"));
  }

  /// Version 15 as Debian installs it, or in the directory that `TIERCEL_PG15_BIN` names.
  static Optional<PostgresBinaries> v15() throws IOException {
    String configured = System.getenv("TIERCEL_PG15_BIN");
    Path bin = Path.of(configured != null ? configured : "/usr/lib/postgresql/15/bin");
    if (configured == null && !Files.isExecutable(bin.resolve("postgres"))) {
      return Optional.empty();
    }
    return Optional.of(at(bin));
  }

  Path program(String name) {
    return bin.resolve(name);
  }

  int majorVersion() {
    return Integer.parseInt(version.split("\\D", 2)[0]);
  }

  /// Whether the extension's library is there to be preloaded.
  boolean hasLibrary(String name) {
    Path home = bin.getParent();
    return home != null
        && (Files.exists(home.resolve("lib/postgresql").resolve(name + ".so"))
            || Files.exists(home.resolve("lib").resolve(name + ".so")));
  }

  private static PostgresBinaries at(Path bin) throws IOException {
    String text = Commands.run(List.of(bin.resolve("postgres").toString(), "--version"));
    var matcher = VERSION.matcher(text);
    if (!matcher.find()) {
      throw new IOException("cannot read a version from \"%s\"".formatted(text.strip()));
    }
    return new PostgresBinaries(bin, matcher.group(1) + matcher.group(2));
  }
}
