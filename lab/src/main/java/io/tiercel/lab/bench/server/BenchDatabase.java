package io.tiercel.lab.bench.server;

import io.tiercel.lab.bench.workload.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A database of the benchmarks' own with their schema, dropped again on close. Confined to one
/// thread.
public final class BenchDatabase implements AutoCloseable {
  /// In front of every name, so that nothing of anyone else's is ever dropped.
  private static final String PREFIX = "tiercel_bench_";

  private static final Duration SLOT_LIMIT = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 20_000_000;
  private static final String OBJECT_IN_USE = "55006";

  private final BenchServer server;
  private final Endpoint endpoint;
  private final Connection connection;

  private BenchDatabase(BenchServer server, Endpoint endpoint) throws SQLException {
    this.server = server;
    this.endpoint = endpoint;
    this.connection = BenchServer.connect(endpoint);
  }

  /// Creates the database anew.
  ///
  /// @param hasAsynchronousCommit whether its sessions commit without waiting for the disk
  public static BenchDatabase create(
      BenchServer server, String suffix, boolean hasAsynchronousCommit) throws SQLException {
    var name = PREFIX + suffix;
    drop(server, name);
    server.execute("create database %s template template0 encoding 'UTF8'".formatted(name));
    // The same for everyone who connects: no compilation, no parallel workers (whose CPU time
    // would be lost with them).
    set(server, name, "jit = off");
    set(server, name, "max_parallel_workers_per_gather = 0");
    set(server, name, "synchronous_commit = " + (hasAsynchronousCommit ? "off" : "on"));
    var database = new BenchDatabase(server, server.endpoint().inDatabase(name));
    database.run("schema.sql");
    return database;
  }

  private static void set(BenchServer server, String name, String setting) throws SQLException {
    server.execute("alter database %s set %s".formatted(name, setting));
  }

  /// Where contestants connect.
  public Endpoint endpoint() {
    return endpoint;
  }

  /// For set-up and checks.
  Connection connection() {
    return connection;
  }

  /// Runs statements, several at once if they are separated by semicolons.
  void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void run(String resource) throws SQLException {
    try (var in = BenchDatabase.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource %s is missing".formatted(resource));
      }
      execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Drops the database, whoever is still connected.
  @Override
  public void close() throws SQLException {
    connection.close();
    drop(server, endpoint.database());
  }

  /// Force does not end the sessions that read a change stream, and those that were told to end
  /// take a moment.
  private static void drop(BenchServer server, String name) throws SQLException {
    long deadline = System.nanoTime() + SLOT_LIMIT.toNanos();
    while (true) {
      server.execute(
          "select pg_terminate_backend(active_pid) from pg_replication_slots where database = '%s'"
              .formatted(name));
      try {
        server.execute("drop database if exists %s with (force)".formatted(name));
        return;
      } catch (SQLException e) {
        if (!OBJECT_IN_USE.equals(e.getSQLState()) || System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
