package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// One server as this JVM sees it: how often it is open here, and what is needed to start it
/// again. All handles of a directory share one of these.
///
/// Locks are taken in this order: `jvm` (threads of this JVM), then the directory's lock file
/// (other processes). Everything that changes who uses the server, or whether it runs, happens
/// under both.
final class SharedServer {
  private static final System.Logger LOGGER = System.getLogger(EmbeddedPostgres.class.getName());
  private static final Map<Path, SharedServer> OPEN = new ConcurrentHashMap<>();
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration OPENING_TIMEOUT = Duration.ofSeconds(2);

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(SharedServer::leaveAll, "tiercel-embedded-exit"));
  }

  private final ReentrantLock jvm = new ReentrantLock();
  private final ServerDirectory directory;
  private final Attendance attendance;
  private int handles;

  private SharedServer(ServerDirectory directory) {
    this.directory = directory;
    this.attendance = new Attendance(directory.users());
  }

  static SharedServer of(Path root) {
    return OPEN.computeIfAbsent(root, path -> new SharedServer(new ServerDirectory(path)));
  }

  ServerDirectory directory() {
    return directory;
  }

  /// Joins the users of the server, starting it if it is not running.
  Access open(EmbeddedOptions options) {
    jvm.lock();
    try {
      directory.prepare();
      var deadline = Deadline.in(options.startTimeout());
      return FileGuard.holding(directory.lock(), deadline, () -> openLocked(options, deadline));
    } catch (IOException e) {
      throw Failures.of(e, "cannot open the server in " + directory.root());
    } finally {
      jvm.unlock();
    }
  }

  private Access openLocked(EmbeddedOptions options, Deadline deadline) throws IOException {
    attendance.join(deadline);
    try {
      var server = run(options, deadline);
      if (options.keepRunning()) {
        Files.writeString(directory.keepRunningMark(), "");
      }
      var access = new Access(server.pid(), server.port(), directory.password(), socket(server));
      DatabaseCreation.ensure(options.database(), access.port(), access.password());
      handles++;
      return access;
    } catch (EmbeddedPostgresException | IOException e) {
      if (handles == 0) {
        stopUnwanted();
      }
      throw e;
    }
  }

  /// What a client needs.
  record Access(long pid, int port, String password, Optional<Path> socketDirectory) {}

  private PostmasterPid run(EmbeddedOptions options, Deadline deadline) throws IOException {
    var found = Postmaster.findSettled(directory);
    if (found.isPresent() && !found.get().isStopping()) {
      var server = awaitReady(found.get(), deadline);
      if (server.isPresent()) {
        warnOfDifferences(options, server.get());
        return server.get();
      }
    } else if (found.isPresent()) {
      // A JVM that exited asked it to stop, and sessions of others hold it up.
      new Shutdown(directory, () -> binaries(options)).fast(found.get());
    }
    return start(options, deadline);
  }

  /// The running server once it is ready; empty if it died on the way.
  private Optional<PostmasterPid> awaitReady(PostmasterPid found, Deadline deadline) {
    var isDecided =
        deadline.await(
            () -> Postmaster.find(directory).filter(server -> !server.isReady()).isEmpty());
    if (!isDecided) {
      throw new EmbeddedPostgresException(
          Reason.TIMEOUT,
          "the server in %s (process %d) was not ready within %d ms"
              .formatted(directory.root(), found.pid(), deadline.total().toMillis()),
          "see " + directory.log() + "; give it more time with startTimeout=SECONDS");
    }
    return Postmaster.find(directory);
  }

  private PostmasterPid start(EmbeddedOptions options, Deadline deadline) throws IOException {
    if (attendance.hasUsersElsewhere()) {
      throw new EmbeddedPostgresException(
          Reason.USED_ELSEWHERE,
          directory.root() + " is in use on another machine or in another container",
          "give each machine and each container a directory of its own, or connect to the server"
              + " over the network");
    }
    var binaries = binaries(options);
    if (directory.hasCluster()) {
      directory.requireMajor(binaries.major());
    }
    if (ServerAccount.isRoot()) {
      // The account must get to its own part of the directory, and sees nothing of the rest.
      FilePermissions.set(directory.root(), "rwx--x--x");
    }
    var account = ServerAccount.choose(directory, binaries, options.osUser());
    if (!directory.hasCluster()) {
      new NewCluster(directory, binaries, account).create();
    }
    var postmaster = new Postmaster(directory, binaries, account);
    var socket = postmaster.socketDirectory().map(Path::toString).orElse("");
    Files.writeString(
        directory.settings(), ServerSettings.configuration(options.settings(), socket));
    FilePermissions.makeReadable(directory.settings(), false);
    Files.deleteIfExists(directory.keepRunningMark());
    // Unpacking and initdb have limits of their own.
    return postmaster.start(
        options.port(), deadline.isOver() ? Deadline.in(deadline.total()) : deadline);
  }

  private static Binaries binaries(EmbeddedOptions options) {
    var archive = BinaryArchive.find(Platform.current());
    return new BinaryCache(options.cacheDirectory()).obtain(archive);
  }

  private void warnOfDifferences(EmbeddedOptions options, PostmasterPid server) {
    if (options.port() != 0 && options.port() != server.port()) {
      LOGGER.log(
          Level.WARNING,
          () ->
              "the server in %s already runs on port %d, not on %d as asked"
                  .formatted(directory.root(), server.port(), options.port()));
    }
    if (!options.settings().isEmpty() && !hasSettings(options)) {
      LOGGER.log(
          Level.WARNING,
          () ->
              ("the server in %s already runs with other settings; those asked for apply at its"
                      + " next start")
                  .formatted(directory.root()));
    }
  }

  private boolean hasSettings(EmbeddedOptions options) {
    try {
      var socket = Files.exists(directory.socketDirectory()) ? directory.socketDirectory() : "";
      var wanted = ServerSettings.configuration(options.settings(), socket.toString());
      return Files.readString(directory.settings()).equals(wanted);
    } catch (IOException e) {
      return true; // nothing to compare with, nothing to warn of
    }
  }

  private Optional<Path> socket(PostmasterPid server) {
    var directory = this.directory.socketDirectory();
    return Files.exists(directory.resolve(".s.PGSQL." + server.port()))
        ? Optional.of(directory)
        : Optional.empty();
  }

  /// Gives up one handle; with the last of the last user the server stops.
  void close() {
    jvm.lock();
    try {
      handles--;
      if (handles > 0) {
        return;
      }
      if (Files.exists(directory.lock())) {
        FileGuard.holding(directory.lock(), Deadline.in(CLOSE_TIMEOUT), this::stopUnwanted);
      } else {
        attendance.leave(); // somebody deleted the directory under us
      }
    } catch (IOException e) {
      throw Failures.of(e, "cannot close the server in " + directory.root());
    } finally {
      jvm.unlock();
    }
  }

  private boolean stopUnwanted() throws IOException {
    var unwanted = leave();
    unwanted.ifPresent(server -> shutdown().fast(server));
    return unwanted.isPresent();
  }

  /// Leaves, and returns the server if nobody wants it any more.
  private Optional<PostmasterPid> leave() throws IOException {
    attendance.leave();
    return attendance.hasOthers() || Files.exists(directory.keepRunningMark())
        ? Optional.empty()
        : Postmaster.find(directory);
  }

  /// Stops the server whoever uses it. Returns whether it was running.
  boolean stop() {
    jvm.lock();
    try {
      if (!Files.exists(directory.lock())) {
        return false;
      }
      return FileGuard.holding(
          directory.lock(),
          Deadline.in(CLOSE_TIMEOUT),
          () -> {
            Files.deleteIfExists(directory.keepRunningMark());
            var server = Postmaster.find(directory);
            server.ifPresent(found -> shutdown().fast(found));
            return server.isPresent();
          });
    } catch (IOException e) {
      throw Failures.of(e, "cannot stop the server in " + directory.root());
    } finally {
      jvm.unlock();
    }
  }

  private Shutdown shutdown() {
    return new Shutdown(directory, () -> binaries(EmbeddedOptions.at(directory.root())));
  }

  /// At the end of the JVM. Other shutdown hooks may still work with open sessions, so the server
  /// is asked to stop after the last session, and not waited for.
  private static void leaveAll() {
    for (var server : OPEN.values()) {
      server.leaveAtExit();
    }
  }

  /// A thread that is opening the server goes on while hooks run: what it starts shall not stay.
  /// But Ctrl-C must not wait for long, and whoever opens the server next takes over what is left.
  private boolean lockAtExit() {
    try {
      return jvm.tryLock(OPENING_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void leaveAtExit() {
    if (!lockAtExit()) {
      return;
    }
    try {
      if (handles > 0) {
        FileGuard.holding(
            directory.lock(),
            Deadline.in(EXIT_TIMEOUT),
            () -> {
              var unwanted = leave();
              unwanted.ifPresent(Shutdown::smart);
              return unwanted;
            });
      }
    } catch (IOException | EmbeddedPostgresException e) {
      LOGGER.log(
          Level.DEBUG,
          () -> "left the server in %s running: %s".formatted(directory.root(), e.getMessage()));
    } finally {
      jvm.unlock();
    }
  }
}
