package io.tiercel.lab.check.server;

import io.tiercel.embedded.EmbeddedOptions;
import io.tiercel.embedded.EmbeddedPostgres;
import io.tiercel.embedded.EmbeddedPostgresException;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.proxy.GateProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;

/// A PostgreSQL of the check's own, made anew and deleted with its data in the end. It is there to
/// be killed, and comes back on the same port. Confined to one thread but for what connects.
public final class CheckServer implements AutoCloseable {
  /// A role that owns the tables, and may not replicate; its password is its name.
  public static final String PLAIN_ROLE = "tiercel_check_plain";

  private static final Duration RESTART_LIMIT = Duration.ofSeconds(60);
  private static final long POLL_NANOS = 50_000_000;

  private final GateProxy gate;
  private volatile EmbeddedPostgres postgres;
  private final EmbeddedOptions options;

  private CheckServer(EmbeddedOptions options, EmbeddedPostgres postgres) throws IOException {
    this.options = options.withPort(postgres.port());
    this.postgres = postgres;
    gate = GateProxy.to(new InetSocketAddress(postgres.host(), postgres.port()));
  }

  /// Starts it.
  public static CheckServer start() throws IOException, SQLException {
    // What a killed process has written the operating system keeps, so nothing waits for the disk.
    var options =
        EmbeddedOptions.named("check-" + ProcessHandle.current().pid())
            .withSetting("fsync", "off")
            .withSetting("full_page_writes", "off")
            .withSetting("max_prepared_transactions", "20")
            .withSetting("max_connections", "200")
            .withSetting("max_wal_senders", "20")
            .withSetting("max_replication_slots", "20")
            // Without a limit no node would have a slot that stays.
            .withSetting("max_slot_wal_keep_size", "1GB")
            .withSetting("log_min_messages", "fatal")
            .withSetting("shared_buffers", "128MB");
    var server = new CheckServer(options, EmbeddedPostgres.open(options));
    server.execute(CheckTables.CREATE);
    server.execute(
        "create publication tiercel_check for table item, note, ballast",
        "create role %1$s login password '%1$s'".formatted(PLAIN_ROLE),
        "grant all on schema public to " + PLAIN_ROLE,
        "grant create on database %s to %s".formatted(server.database(), PLAIN_ROLE));
    for (var table : CheckTables.CACHED) {
      server.execute("alter table %s owner to %s".formatted(table, PLAIN_ROLE));
    }
    return server;
  }

  /// For the provider, without user and password.
  public String tiercelUrl() {
    return "jdbc:tiercel://%s:%d/%s".formatted(postgres.host(), postgres.port(), database());
  }

  /// The same through the gate.
  public String gatedUrl() {
    var address = gate.address();
    return "jdbc:tiercel://%s:%d/%s"
        .formatted(address.getAddress().getHostAddress(), address.getPort(), database());
  }

  /// For the protocol client, with user and password.
  public String wireUrl() {
    return "%s?user=%s&password=%s"
        .formatted(tiercelUrl(), user(), URLEncoder.encode(password(), StandardCharsets.UTF_8));
  }

  /// For what a node keeps on disk; it goes with the server's data.
  public Path tierDirectory(String node) {
    return options
        .directory()
        .resolveSibling(options.directory().getFileName() + "-tier")
        .resolve(node);
  }

  private String database() {
    return postgres.database();
  }

  public String user() {
    return postgres.user();
  }

  public String password() {
    return postgres.password();
  }

  /// The way of the change streams of all nodes.
  public GateProxy gate() {
    return gate;
  }

  /// A connection that no node knows of, by another driver.
  public Connection connect() throws SQLException {
    var url = "jdbc:postgresql://%s:%d/%s".formatted(postgres.host(), postgres.port(), database());
    return DriverManager.getConnection(
        url + "?connectTimeout=5&ApplicationName=tiercel-check", user(), password());
  }

  /// Runs statements one by one.
  public void execute(String... statements) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// The first column of the first row.
  public String ask(String sql) throws SQLException {
    try (var connection = connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      return row.next() ? String.valueOf(row.getString(1)) : "";
    }
  }

  /// Kills the postmaster, as `kill -9` does: its children break off what they were doing. Starts
  /// another one in its place. Blocks until that accepts connections.
  public void killAndRestart() {
    ProcessHandle.of(postgres.pid()).ifPresent(ProcessHandle::destroyForcibly);
    postgres.close();
    long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
    while (true) {
      try {
        postgres = EmbeddedPostgres.open(options);
        return;
      } catch (EmbeddedPostgresException e) {
        // Children of the killed one still hold its memory.
        if (System.nanoTime() > deadline) {
          throw new CommandFailure("the killed server does not start again", null, e);
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  /// Stops the server and deletes its data.
  @Override
  public void close() throws IOException {
    gate.close();
    postgres.close();
    delete(options.directory());
    Path tiers = tierDirectory("");
    if (Files.exists(tiers)) {
      delete(tiers);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
