package io.tiercel.embedded;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the platform wants a user's data and caches to be: the XDG base directories on Linux,
/// the Library folder on macOS, the local application data on Windows.
///
/// root is a special case: its server runs as another user, who cannot enter root's home. Unless
/// the XDG variables say otherwise root's data are under `/var/lib`, its cache under
/// `/var/cache`.
record UserDirectories(Path data, Path cache) {

  static UserDirectories current() {
    return of(
        Platform.os(System.getProperty("os.name", "")),
        System.getenv(),
        System.getProperty("user.home", "/"),
        ServerAccount.isRoot());
  }

  static UserDirectories of(String os, Map<String, String> environment, String home, boolean root) {
    return switch (os) {
      case "windows" -> {
        var local = absolute(environment.get("LOCALAPPDATA"), Path.of(home, "AppData", "Local"));
        var base = local.resolve("tiercel");
        yield new UserDirectories(base.resolve("data"), base.resolve("cache"));
      }
      case "darwin" -> {
        var library = Path.of(home, "Library");
        yield new UserDirectories(
            library.resolve("Application Support").resolve("tiercel"),
            library.resolve("Caches").resolve("tiercel"));
      }
      default -> {
        var data = root ? Path.of("/var/lib") : Path.of(home, ".local", "share");
        var cache = root ? Path.of("/var/cache") : Path.of(home, ".cache");
        yield new UserDirectories(
            absolute(environment.get("XDG_DATA_HOME"), data).resolve("tiercel"),
            absolute(environment.get("XDG_CACHE_HOME"), cache).resolve("tiercel"));
      }
    };
  }

  /// The XDG specification: relative paths in these variables are invalid and to be ignored.
  private static Path absolute(@Nullable String value, Path otherwise) {
    if (value == null || value.isEmpty()) {
      return otherwise;
    }
    var path = Path.of(value);
    return path.isAbsolute() ? path : otherwise;
  }
}
