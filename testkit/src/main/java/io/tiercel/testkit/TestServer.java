package io.tiercel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A real PostgreSQL server for tests.
///
/// The shared servers, [#v18()] and [#v15()], start with their first use and end with the JVM.
/// Tests keep apart by a database each ([#newDatabase()]). A test that needs other settings, TLS,
/// or to kill its server starts a private one with [#start(TestServerOptions)] and closes it.
///
/// Over TCP users log in with SCRAM-SHA-256, over the Unix socket without a password. `fsync` is
/// off, `wal_level` is `logical`, `pg_stat_statements` is preloaded. When the JVM dies, the server
/// and its files go, even after SIGKILL.
///
/// Safe for any thread; all methods that start, stop or execute block.
public final class TestServer implements AutoCloseable {
  private static final Map<Integer, TestServer> BY_PORT = new ConcurrentHashMap<>();
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final int START_ATTEMPTS = 5;
  private static final String ON_15 = "TIERCEL_TEST_ON_15";

  private final DataDirectory directory;
  private final TestServerOptions options;
  private final boolean isShared;
  private final Watchdog watchdog;
  private final Thread shutdownHook = new Thread(this::end, "tiercel-test-server-end");

  /// Guards the life cycle: [#process], [#port], [#isClosed].
  private final ReentrantLock lifecycle = new ReentrantLock();

  /// Of a shared server: the database that the next test gets.
  private final AtomicReference<@Nullable FutureTask<String>> spare = new AtomicReference<>();

  private @Nullable ServerProcess process;
  private volatile int port;
  private volatile boolean isClosed;

  private TestServer(DataDirectory directory, TestServerOptions options, boolean isShared)
      throws IOException {
    this.directory = directory;
    this.options = options;
    this.isShared = isShared;
    this.watchdog = Watchdog.over(directory.root());
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /// The shared server of version 18. With the environment variable `TIERCEL_TEST_ON_15` it is that
  /// of version 15, so that whole modules can be put to proof there.
  public static TestServer v18() {
    if (System.getenv(ON_15) == null) {
      return Version18.SHARED;
    }
    return v15().orElseThrow(() -> new IllegalStateException(ON_15 + ": no PostgreSQL 15 found"));
  }

  /// The shared server of version 15, where it is installed: in Debian's place, or in the directory
  /// that the environment variable `TIERCEL_PG15_BIN` names. Otherwise empty, and one line on the
  /// standard output of the JVM says so.
  public static Optional<TestServer> v15() {
    return Version15.SHARED;
  }

  /// Every shared server there is, at least that of [#v18()].
  public static List<TestServer> all() {
    var servers = new LinkedHashSet<TestServer>();
    servers.add(v18());
    v15().ifPresent(servers::add);
    return List.copyOf(servers);
  }

  /// Starts a private server of version 18.
  public static TestServer start(TestServerOptions options) {
    return v18().startAnother(options);
  }

  /// Starts a private server of the same version as this one. The caller closes it.
  public TestServer startAnother(TestServerOptions options) {
    return start(directory.binaries(), options, false);
  }

  /// Starts a hot standby of this private server, which is restarted for it. It is promoted by
  /// `pg_promote()`. The caller closes it, before this one.
  public TestServer startStandby() {
    TestServer[] standby = new TestServer[1];
    changeLife(
        () -> {
          if (process == null) {
            throw new IllegalStateException("the server does not run");
          }
          process.stop();
          var copy = directory.copy();
          process = ServerProcess.start(directory, options);
          var options =
              this.options.setting(
                  "primary_conninfo",
                  "host=%s port=%d user=%s".formatted(unixSocketDirectory(), port, user()));
          standby[0] = start(copy, options, false);
        });
    return standby[0];
  }

  public String host() {
    return "127.0.0.1";
  }

  public int port() {
    return port;
  }

  /// The superuser.
  public String user() {
    return DataDirectory.SUPERUSER;
  }

  public String password() {
    return DataDirectory.PASSWORD;
  }

  /// The directory of the socket `.s.PGSQL.PORT`.
  public Path unixSocketDirectory() {
    return directory.socketDirectory();
  }

  /// The server's version, for example `18.6`.
  public String version() {
    return directory.binaries().version();
  }

  public int majorVersion() {
    return directory.binaries().majorVersion();
  }

  /// The database `postgres`, which every server has. Closing it does nothing.
  public TestDatabase defaultDatabase() {
    return database("postgres");
  }

  /// Creates an empty database that nobody else uses. On a shared server it is mostly there
  /// already:
  /// the next one is made while a test uses this one.
  public TestDatabase newDatabase() {
    if (!isShared) {
      return database(create());
    }
    FutureTask<String> next = new FutureTask<>(this::create);
    FutureTask<String> ready = spare.getAndSet(next);
    try {
      if (ready == null) {
        return database(create());
      }
      return database(ready.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException("could not create a database ahead", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a database was created", e);
    } finally {
      Thread.ofPlatform().daemon().name("tiercel-test-database").start(next);
    }
  }

  private String create() {
    String name = "test_" + DATABASES.incrementAndGet();
    execute("create database " + name);
    return name;
  }

  /// Executes statements as superuser in the database `postgres`, through pgjdbc: for roles,
  /// settings, and what else must not depend on our own driver.
  public void execute(String... statements) {
    defaultDatabase().execute(statements);
  }

  /// What the server has logged so far.
  public String log() {
    try {
      return Files.readString(directory.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Kills a private server's processes with SIGKILL. [#restart()] recovers it.
  public void kill() {
    changeLife(
        () -> {
          if (process != null) {
            process.kill();
          }
        });
  }

  /// Ends a private server in order. [#restart()] starts it again.
  public void stop() {
    changeLife(
        () -> {
          if (process != null) {
            process.stop();
          }
        });
  }

  /// Starts a private server again on the same port with the same data, after ending it in order
  /// where it still runs.
  public void restart() {
    changeLife(
        () -> {
          if (process != null) {
            process.stop();
          }
          process = ServerProcess.start(directory, options);
        });
  }

  /// Keeps a copy of a private server's files, slots included. It is restarted for that.
  public void save() {
    changeLife(
        () -> {
          if (process != null) {
            process.stop();
          }
          directory.save();
          process = ServerProcess.start(directory, options);
        });
  }

  /// Puts a private server's files back to what was [saved][#save], as who restores a snapshot of
  /// its disk does, and starts it again.
  public void putBack() {
    changeLife(
        () -> {
          if (process != null) {
            process.stop();
          }
          directory.putBack();
          process = ServerProcess.start(directory, options);
        });
  }

  /// Ends a private server and deletes its data. Does nothing the second time.
  @Override
  public void close() {
    refuseShared("closed");
    end();
    Runtime.getRuntime().removeShutdownHook(shutdownHook);
  }

  @Override
  public String toString() {
    return "PostgreSQL " + version();
  }

  static void dropDatabase(TestDatabase database) {
    var server = BY_PORT.get(database.port());
    if (server == null || !server.isRunning() || database.name().equals("postgres")) {
      return;
    }
    // A replication slot holds its database; one that is in use is let go by its walsender's end.
    // Whoever follows the database still would come back with another one.
    server.execute(
        """
        do $$ begin
          if exists (select from pg_database where datname = '%1$s') then
            alter database %1$s with allow_connections false;
          end if;
        end $$\
        """
            .formatted(database.name()),
        "select pg_terminate_backend(active_pid, 10000) from pg_replication_slots"
            + " where database = '%s' and active".formatted(database.name()),
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = '%s'"
            .formatted(database.name()),
        "drop database if exists %s with (force)".formatted(database.name()));
  }

  private TestDatabase database(String name) {
    return new TestDatabase(host(), port(), name, user(), password());
  }

  private boolean isRunning() {
    lifecycle.lock();
    try {
      return process != null && process.isRunning();
    } finally {
      lifecycle.unlock();
    }
  }

  private interface LifeChange {
    void run() throws IOException;
  }

  private void changeLife(LifeChange change) {
    refuseShared("stopped");
    lifecycle.lock();
    try {
      if (isClosed) {
        throw new IllegalStateException("the server is closed");
      }
      change.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lifecycle.unlock();
    }
  }

  private void refuseShared(String action) {
    if (isShared) {
      throw new IllegalStateException(
          "the shared server cannot be %s: other tests use it; start a private one"
              .formatted(action));
    }
  }

  private void end() {
    lifecycle.lock();
    try {
      if (isClosed) {
        return;
      }
      isClosed = true;
      BY_PORT.remove(port, this);
      if (process != null) {
        process.abandon();
      }
      directory.delete();
      watchdog.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lifecycle.unlock();
    }
  }

  private static TestServer start(
      PostgresBinaries binaries, TestServerOptions options, boolean isShared) {
    try {
      return start(DataDirectory.create(binaries, ServerAccount.find()), options, isShared);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestServer start(
      DataDirectory directory, TestServerOptions options, boolean isShared) {
    try {
      var server = new TestServer(directory, options, isShared);
      try {
        server.startOnFreePort();
        return server;
      } catch (IOException e) {
        server.end();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Between our look for a free port and the server's bind somebody else may take it.
  private void startOnFreePort() throws IOException {
    lifecycle.lock();
    try {
      for (int attempt = 1; ; attempt++) {
        port = freePort();
        directory.configure(options, port);
        try {
          process = ServerProcess.start(directory, options);
          BY_PORT.put(port, this);
          return;
        } catch (IOException e) {
          if (attempt == START_ATTEMPTS || !log().contains("Address already in use")) {
            throw e;
          }
        }
      }
    } finally {
      lifecycle.unlock();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static final class Version18 {
    static final TestServer SHARED = start();

    private static TestServer start() {
      try {
        return TestServer.start(PostgresBinaries.v18(), TestServerOptions.defaults(), true);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Version15 {
    static final Optional<TestServer> SHARED = start();

    private static Optional<TestServer> start() {
      try {
        var binaries = PostgresBinaries.v15();
        if (binaries.isEmpty()) {
          System.out.println(
              "PostgreSQL 15 is not tested: no /usr/lib/postgresql/15/bin/postgres;"
                  + " install postgresql-15 or set TIERCEL_PG15_BIN");
        }
        return binaries.map(b -> TestServer.start(b, TestServerOptions.defaults(), true));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
