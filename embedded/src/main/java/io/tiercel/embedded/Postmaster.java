package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Starts the server of a directory. All methods expect the caller to hold the directory's lock.
///
/// `pg_ctl` starts it, because that puts the server in a session of its own: Ctrl-C in the terminal
/// of the JVM that happened to be first must not stop a server others use. Whether it is ready is
/// read from `postmaster.pid`, as `pg_ctl -w` does, but every 2 ms rather than every 100.
record Postmaster(ServerDirectory directory, Binaries binaries, ServerAccount account) {
  private static final int PORT_ATTEMPTS = 5;
  private static final Duration SETTLING = Duration.ofSeconds(1);

  /// The living server of a directory, in whatever state.
  static Optional<PostmasterPid> find(ServerDirectory directory) {
    return PostmasterPid.read(directory.data()).filter(found -> found.isAlive(directory.data()));
  }

  /// As [#find], but gives a server that is just coming up the time to say so: it creates
  /// `postmaster.pid` first and fills it afterwards. Taking the empty file for the remains of a
  /// crash would bring up a second server beside the first.
  static Optional<PostmasterPid> findSettled(ServerDirectory directory) {
    var file = PostmasterPid.file(directory.data());
    Deadline.in(SETTLING)
        .await(() -> !Files.exists(file) || PostmasterPid.read(directory.data()).isPresent());
    return find(directory);
  }

  /// Starts the server, which must not be running. A port of 0 is the last one or any that is free.
  PostmasterPid start(int port, Deadline deadline) throws IOException {
    clearRemains();
    if (port != 0) {
      requireFree(port);
    }
    EmbeddedPostgresException failure = null;
    for (var attempt = 0; attempt < PORT_ATTEMPTS && !deadline.isOver(); attempt++) {
      try {
        return attempt(
            port != 0 ? port : freePort(attempt == 0 ? directory.lastPort() : 0), deadline);
      } catch (EmbeddedPostgresException e) {
        // A free port may be taken before the server binds it: take another.
        if (e.reason() != Reason.PORT_BUSY || port != 0) {
          throw e;
        }
        failure = e;
      }
    }
    throw failure != null ? failure : timeout(deadline, "");
  }

  private PostmasterPid attempt(int port, Deadline deadline) throws IOException {
    while (true) {
      var log = new ServerLog(directory.log());
      var from = log.prepare(account);
      var launcher = Command.start(account.command(launch(port, deadline)));
      var isDecided = deadline.await(() -> ready().isPresent() || !launcher.isAlive());
      var said = log.since(from);
      if (ready().isEmpty() && isPassing(said)) {
        isDecided = deadline.await(() -> ready().isPresent() || find(directory).isEmpty());
      }
      var ready = ready();
      if (ready.isPresent()) {
        FilePermissions.writePrivate(directory.portFile(), ready.get().port() + "\n");
        return ready.get();
      }
      if (!isDecided || deadline.isOver()) {
        throw timeout(deadline, said);
      }
      if (!isPassing(said)) {
        throw failed(port, said);
      }
    }
  }

  /// After kill -9 of a postmaster its children need a moment to notice and let go. And one whose
  /// JVM was killed while it started may come up by itself, ahead of ours.
  private static boolean isPassing(String said) {
    return said.contains("pre-existing shared memory block")
        || said.contains("lock file \"postmaster.pid\" already exists");
  }

  private List<String> launch(int port, Deadline deadline) {
    return List.of(
        binaries.program("pg_ctl").toString(),
        "start",
        "--silent",
        "--wait",
        "--timeout=" + Math.max(1, deadline.remaining().toSeconds()),
        "--pgdata=" + directory.data(),
        "--log=" + directory.log(),
        "--options=-p " + port);
  }

  private Optional<PostmasterPid> ready() {
    return PostmasterPid.read(directory.data()).filter(PostmasterPid::isReady);
  }

  /// A crash leaves `postmaster.pid` and the socket's lock file. PostgreSQL removes them itself
  /// unless the process id in them lives on as somebody else, which in containers is the rule.
  private void clearRemains() throws IOException {
    if (findSettled(directory).isEmpty()) {
      Files.deleteIfExists(PostmasterPid.file(directory.data()));
    }
    for (var file : FileTree.list(directory.socketDirectory())) {
      if (file.getFileName().toString().startsWith(".s.PGSQL.")) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static int freePort(int preferred) throws IOException {
    if (preferred != 0 && isFree(preferred)) {
      return preferred;
    }
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void requireFree(int port) {
    if (!isFree(port)) {
      throw portBusy(port, "");
    }
  }

  private EmbeddedPostgresException failed(int port, String said) {
    if (said.contains("could not bind") || said.contains("could not create any TCP/IP sockets")) {
      return portBusy(port, System.lineSeparator() + ServerLog.lastLines(said));
    }
    var full = Failures.isDiskFull(said);
    return new EmbeddedPostgresException(
        full ? Reason.DISK_FULL : Reason.SERVER_FAILED,
        "the server in %s did not start; it said:%n%s"
            .formatted(directory.root(), ServerLog.lastLines(said)),
        full
            ? Failures.hint(Reason.DISK_FULL)
            : "the whole log is in " + directory.log() + "; settings are given as set.NAME=VALUE");
  }

  private EmbeddedPostgresException portBusy(int port, String detail) {
    return new EmbeddedPostgresException(
        Reason.PORT_BUSY,
        "port %d on 127.0.0.1 is in use by another program%s".formatted(port, detail),
        "leave out the option port for any free one, or choose another");
  }

  private EmbeddedPostgresException timeout(Deadline deadline, String said) {
    return new EmbeddedPostgresException(
        Reason.TIMEOUT,
        "the server in %s was not ready within %d ms; it said:%n%s"
            .formatted(directory.root(), deadline.total().toMillis(), ServerLog.lastLines(said)),
        "after a crash recovery may take long: give it more time with startTimeout=SECONDS");
  }

  /// The directory for the Unix socket, made if need be; empty when there is none to be had.
  Optional<Path> socketDirectory() throws IOException {
    if (binaries.platform().isWindows()) {
      return Optional.empty();
    }
    var socket = directory.socketDirectory();
    if (!Files.exists(socket)) {
      FilePermissions.createPrivate(socket);
      account.own(socket);
    }
    // Among the temporary files somebody else may have taken the name to listen in our place.
    var owner = account.owner() != null ? account.owner() : Files.getOwner(directory.root());
    return Files.getOwner(socket).equals(owner) ? Optional.of(socket) : Optional.empty();
  }
}
