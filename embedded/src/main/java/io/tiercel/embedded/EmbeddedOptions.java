package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which server to open, and how. Immutable; start with [#named(String)] or [#at(Path)] and
/// refine with the `with…` methods.
///
/// @param directory the absolute directory that holds the server's data, log, password and socket
/// @param cacheDirectory where unpacked binaries are kept, shared by all servers of the user
/// @param database the database that URLs point to; created if it does not exist
/// @param port the TCP port on 127.0.0.1; 0 for the port of the last time or any free one
/// @param keepRunning whether the server goes on when its last user has left, until
///     [EmbeddedPostgres#stop(EmbeddedOptions)]
/// @param startTimeout how long opening may take, not counting the first unpacking of the
///     binaries
/// @param osUser the operating-system user that the server runs as when we are root; null to
///     choose. Ignored when we are not root
/// @param settings PostgreSQL settings that override the defaults, by name (see `docs/embedded.md`)
/// @param connectionParameters what is appended to the URLs, by name
public record EmbeddedOptions(
    Path directory,
    Path cacheDirectory,
    String database,
    int port,
    boolean keepRunning,
    Duration startTimeout,
    @Nullable String osUser,
    Map<String, String> settings,
    Map<String, String> connectionParameters) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  /// @throws EmbeddedPostgresException if an option is out of range
  public EmbeddedOptions {
    if (!directory.isAbsolute()) {
      throw bad("directory \"" + directory + "\" is not absolute", "give the whole path");
    }
    if (port < 0 || port > 65_535) {
      throw bad("port " + port + " is out of range", "use 1 to 65535, or 0 for a free port");
    }
    if (database.isEmpty()) {
      throw bad("the database has no name", "leave it out for \"postgres\"");
    }
    directory = directory.normalize();
    settings = Map.copyOf(ServerSettings.checked(settings));
    connectionParameters = Map.copyOf(connectionParameters);
  }

  /// The server that is kept under this name in the user's data directory (see `docs/embedded.md`).
  public static EmbeddedOptions named(String name) {
    if (!NAME.matcher(name).matches()) {
      throw bad(
          "\"" + name + "\" is neither the name of a server nor an absolute path",
          "a name has letters, digits, \".\", \"_\" and \"-\", at most 63 of them");
    }
    return at(UserDirectories.current().data().resolve(name));
  }

  /// The server that is kept in this directory. A relative path is resolved against the working
  /// directory.
  public static EmbeddedOptions at(Path directory) {
    return new EmbeddedOptions(
        directory.toAbsolutePath(),
        UserDirectories.current().cache(),
        "postgres",
        0,
        false,
        START_TIMEOUT,
        null,
        Map.of(),
        Map.of());
  }

  /// The server that a URL names: `jdbc:tiercel:embedded:NAME` or
  /// `jdbc:tiercel:embedded:/directory`, with parameters as in `docs/embedded.md`.
  public static EmbeddedOptions parse(String jdbcUrl) {
    return EmbeddedUrl.parse(jdbcUrl);
  }

  public EmbeddedOptions withCacheDirectory(Path cacheDirectory) {
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, settings);
  }

  public EmbeddedOptions withDatabase(String database) {
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, settings);
  }

  public EmbeddedOptions withPort(int port) {
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, settings);
  }

  public EmbeddedOptions withKeepRunning(boolean keepRunning) {
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, settings);
  }

  public EmbeddedOptions withStartTimeout(Duration startTimeout) {
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, settings);
  }

  public EmbeddedOptions withOsUser(String osUser) {
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, settings);
  }

  /// Adds or replaces one PostgreSQL setting, such as `fsync` = `off`. A server that already runs
  /// takes it at its next start.
  public EmbeddedOptions withSetting(String name, String value) {
    var more = new TreeMap<>(settings);
    more.put(name, value);
    return copy(cacheDirectory, database, port, keepRunning, startTimeout, osUser, more);
  }

  /// Adds or replaces one parameter of the URLs, such as `ApplicationName` = `shop`.
  public EmbeddedOptions withConnectionParameter(String name, String value) {
    var more = new TreeMap<>(connectionParameters);
    more.put(name, value);
    return new EmbeddedOptions(
        directory,
        cacheDirectory,
        database,
        port,
        keepRunning,
        startTimeout,
        osUser,
        settings,
        more);
  }

  static EmbeddedPostgresException bad(String primary, String hint) {
    return new EmbeddedPostgresException(Reason.BAD_OPTION, primary, hint);
  }

  private EmbeddedOptions copy(
      Path cacheDirectory,
      String database,
      int port,
      boolean keepRunning,
      Duration startTimeout,
      @Nullable String osUser,
      Map<String, String> settings) {
    return new EmbeddedOptions(
        directory,
        cacheDirectory,
        database,
        port,
        keepRunning,
        startTimeout,
        osUser,
        settings,
        connectionParameters);
  }
}
