package io.tiercel.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// A PostgreSQL server that this program holds open. The server is real and has a process of its
/// own; its data stay in a directory until that is deleted. Several programs of the same user may
/// hold the same server; the last to close it stops it.
///
/// ```java
/// try (var postgres = EmbeddedPostgres.open(EmbeddedOptions.named("shop"))) {
///   var url = postgres.jdbcUrl(); // jdbc:tiercel://127.0.0.1:…/postgres?user=…&password=…
/// }
/// ```
/// Safe for any number of threads. A handle that is not closed is given up when the JVM ends, in
/// whatever way it ends.
public final class EmbeddedPostgres implements AutoCloseable {
  private final SharedServer server;
  private final SharedServer.Access access;
  private final EmbeddedOptions options;
  private final long logStart;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private EmbeddedPostgres(
      SharedServer server, SharedServer.Access access, EmbeddedOptions options) {
    this.server = server;
    this.access = access;
    this.options = options;
    logStart = new ServerLog(log()).end();
  }

  /// Opens a server: starts it if nobody has, and does what that takes before (unpacking the
  /// binaries, making a cluster). Blocks until it accepts connections: some seconds the first time,
  /// a fraction of one later, milliseconds if it runs already.
  ///
  /// @throws EmbeddedPostgresException if there is no server to be had; the message says why
  public static EmbeddedPostgres open(EmbeddedOptions options) {
    var server = SharedServer.of(real(options.directory()));
    return new EmbeddedPostgres(server, server.open(options), options);
  }

  /// Opens the server that a URL names, `jdbc:tiercel:embedded:NAME?…` or
  /// `jdbc:tiercel:embedded:/absolute/directory?…`.
  ///
  /// @throws EmbeddedPostgresException as [#open(EmbeddedOptions)], and if the URL is malformed
  public static EmbeddedPostgres openUrl(String jdbcUrl) {
    return open(EmbeddedOptions.parse(jdbcUrl));
  }

  /// Stops a server although others may be using it, also one that was asked to keep running.
  /// Returns whether it was running.
  public static boolean stop(EmbeddedOptions options) {
    return SharedServer.of(real(options.directory())).stop();
  }

  /// The address it listens on: `127.0.0.1`.
  public String host() {
    return "127.0.0.1";
  }

  public int port() {
    return access.port();
  }

  /// The superuser, `postgres`.
  public String user() {
    return NewCluster.SUPERUSER;
  }

  /// The superuser's password: random, made with the cluster.
  public String password() {
    return access.password();
  }

  public String database() {
    return options.database();
  }

  /// The directory of the Unix socket `.s.PGSQL.<port>`; empty where there is none (Windows).
  public Optional<Path> unixSocket() {
    return access.socketDirectory();
  }

  /// The directory that holds the data, the log and the password.
  public Path directory() {
    return server.directory().root();
  }

  /// The file the server writes its messages to.
  public Path log() {
    return server.directory().log();
  }

  /// The message of the last PANIC in the log since this was opened: why the server broke off all
  /// connections and recovered or ended. Empty if there was none.
  public Optional<String> panic() {
    return new ServerLog(log()).lastPanic(logStart);
  }

  /// The process id of the postmaster.
  public long pid() {
    return access.pid();
  }

  /// The plain URL for Tiercel, password included.
  public String jdbcUrl() {
    return jdbcUrlFor("tiercel");
  }

  /// The plain URL for another driver, such as `postgresql` for pgjdbc, password included.
  public String jdbcUrlFor(String subprotocol) {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("user", user());
    parameters.put("password", password());
    parameters.putAll(options.connectionParameters());
    return "jdbc:%s://%s:%d/%s%s"
        .formatted(
            subprotocol,
            host(),
            port(),
            EmbeddedUrl.encode(database()),
            EmbeddedUrl.query(parameters));
  }

  /// Gives the server up. If nobody else holds it, and it was not asked to keep running, this
  /// stops it and waits until it has. Idempotent.
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      server.close();
    }
  }

  /// Two names of one directory are one server.
  private static Path real(Path directory) {
    try {
      return Files.exists(directory) ? directory.toRealPath() : directory;
    } catch (IOException e) {
      return directory; // opening it will say what is wrong
    }
  }
}
