package io.tiercel.lab.bench.server;

import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// The server under the benchmarks: an embedded one with settings of its own, or whichever a URL
/// names, taken as it is. Its settings are shown either way. Confined to one thread.
public final class BenchServer implements AutoCloseable {
  /// The server of its own that the benchmarks start when they are given no URL.
  ///
  /// No checkpoint or vacuum of its own accord falls into anybody's run, and commits reach
  /// the disk.
  public static final String EMBEDDED_URL =
      "jdbc:tiercel:embedded:bench?set.shared_buffers=1GB&set.max_connections=60&set.fsync=on"
          + "&set.autovacuum=off&set.max_wal_size=8GB&set.checkpoint_timeout=1h";

  /// What a report must say about the server.
  private static final String[] SHOWN = {
    "shared_buffers",
    "fsync",
    "full_page_writes",
    "wal_level",
    "max_wal_size",
    "checkpoint_timeout",
    "autovacuum"
  };

  private final @Nullable LocatedServer located;
  private final Endpoint endpoint;
  private final Connection connection;

  private BenchServer(@Nullable LocatedServer located, Endpoint endpoint) throws SQLException {
    this.located = located;
    this.endpoint = endpoint;
    this.connection = connect(endpoint);
  }

  /// Finds or starts the server and connects to it. May block for a few seconds.
  ///
  /// @throws SQLException when it cannot be reached
  public static BenchServer open(String url) throws SQLException {
    for (var locator : ServiceLoader.load(ServerLocator.class)) {
      if (locator.accepts(url)) {
        var located = locator.open(url);
        return new BenchServer(located, endpoint(located.url()));
      }
    }
    return new BenchServer(null, endpoint(url));
  }

  private static Endpoint endpoint(String url) {
    var uri = URI.create(url.substring("jdbc:".length()));
    var parameters = parameters(uri);
    int port = uri.getPort() < 0 ? 5432 : uri.getPort();
    return new Endpoint(
        uri.getHost(),
        port,
        uri.getPath().substring(1),
        parameters.getOrDefault("user", System.getProperty("user.name")),
        parameters.getOrDefault("password", ""));
  }

  private static Map<String, String> parameters(URI uri) {
    var parameters = new LinkedHashMap<String, String>();
    var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    for (var pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        var value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        parameters.put(pair.substring(0, equals), value);
      }
    }
    return parameters;
  }

  /// The maintenance database, as the URL names it.
  public Endpoint endpoint() {
    return endpoint;
  }

  /// Opens a connection for set-up and checks, never for anything that is measured.
  public static Connection connect(Endpoint endpoint) throws SQLException {
    return DriverManager.getConnection(endpoint.pgjdbcUrl(), endpoint.user(), endpoint.password());
  }

  /// Runs one statement in the maintenance database.
  void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// The CPU clock of this server, if this machine is where it runs.
  public ServerCpu cpu() throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("select pg_backend_pid()")) {
      row.next();
      return ServerCpu.ofBackend(row.getLong(1));
    }
  }

  /// The version and the settings that matter, by name.
  public Map<String, String> settings() throws SQLException {
    var settings = new LinkedHashMap<String, String>();
    settings.put("version", show("server_version"));
    for (var name : SHOWN) {
      settings.put(name, show(name));
    }
    return settings;
  }

  private String show(String setting) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("show " + setting)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    if (located != null) {
      located.close();
    }
  }
}
