package io.tiercel.inside.host;

import io.tiercel.inside.protocol.Spinning;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import jdk.net.ExtendedSocketOptions;

/// The JVM beside the server: listens on a Unix socket and gives each backend a platform thread,
/// because only those can be stopped.
///
/// Started by the extension's launcher, or by hand:
/// `java -cp … io.tiercel.inside.host.Worker --socket /run/pgjava/socket`.
public final class Worker {
  private static final Logger LOGGER = System.getLogger(Worker.class.getName());
  private static final int BACKLOG = 512;

  /// BSD's EX_USAGE.
  private static final int EXIT_USAGE = 64;

  private Worker() {}

  /// Runs until the process is ended.
  public static void main(String[] arguments) throws IOException {
    WorkerOptions options;
    try {
      options = WorkerOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n" + WorkerOptions.USAGE);
      System.exit(EXIT_USAGE);
      return;
    }
    run(options);
  }

  private static void run(WorkerOptions options) throws IOException {
    if (options.stopLibrary() != null) {
      ThreadStop.load(options.stopLibrary());
    } else {
      LOGGER.log(
          Level.WARNING,
          () ->
              "no --stop-library: Java code that does not listen to interrupts ends this worker"
                  + " when it is cancelled");
    }
    var watch = new ControlWatch();
    daemon("pgjava control", watch);
    var backends =
        new Backends(
            options.epoch(),
            watch,
            new Abandonment(options.stopLibrary() != null),
            new Spinning(options.spin(), options.cores()));
    Files.deleteIfExists(options.socket());
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(options.socket()), BACKLOG);
      String allowed =
          options.serverUser() != null
              ? options.serverUser()
              : Files.getOwner(options.socket()).getName();
      deleteAtEnd(options.socket());
      if (options.isConfined()) {
        Seal.close();
      }
      if (options.idleSeconds() > 0) {
        daemon("pgjava idleness", new Idleness(backends, options.idleSeconds()));
      }
      if (options.isSupervised()) {
        reportReady();
      }
      accept(server, backends, allowed);
    }
  }

  private static void accept(ServerSocketChannel server, Backends backends, String allowed)
      throws IOException {
    for (; ; ) {
      SocketChannel socket = server.accept();
      String peer = socket.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
      if (!peer.equals(allowed)) {
        LOGGER.log(Level.WARNING, () -> "refused user \"%s\": not the server".formatted(peer));
        socket.close();
        continue;
      }
      Thread.ofPlatform().daemon().name("pgjava backend").start(() -> backends.serve(socket));
    }
  }

  /// The launcher reads one line; what users' code prints goes to the server's log. The end of the
  /// standard input is the launcher's end, and so ours.
  private static void reportReady() {
    PrintStream launcher = System.out;
    System.setOut(System.err);
    daemon(
        "pgjava life line",
        () -> {
          try {
            while (System.in.read() >= 0) {
              // nothing is said there
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } finally {
            Runtime.getRuntime().halt(0);
          }
        });
    launcher.println("ready");
    launcher.flush();
  }

  private static Object fileKey(Path file) throws IOException {
    return Objects.requireNonNull(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  private static void daemon(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  /// Only our own: a server that was restarted at once may have another worker there already.
  private static void deleteAtEnd(Path socket) throws IOException {
    Object ours = fileKey(socket);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    if (ours.equals(fileKey(socket))) {
                      Files.delete(socket);
                    }
                  } catch (NoSuchFileException e) {
                    LOGGER.log(Level.DEBUG, () -> socket + " is gone already");
                  } catch (IOException e) {
                    LOGGER.log(Level.WARNING, () -> "could not delete " + socket + ": " + e);
                  }
                }));
  }
}
