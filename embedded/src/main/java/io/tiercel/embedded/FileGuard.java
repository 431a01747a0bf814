package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// An exclusive lock on a file, among all processes and threads of a machine. The kernel drops it
/// when its process dies, however it dies.
///
/// POSIX drops *all* locks of a process on a file as soon as the process closes *any* descriptor
/// of it. A channel that met a lock of this very JVM (another thread, or a second copy of these
/// classes under another class loader) is therefore never closed: it goes to [#RETIRED].
final class FileGuard implements AutoCloseable {
  private static final Collection<FileChannel> RETIRED = new ConcurrentLinkedQueue<>();

  private final FileChannel channel;
  private final FileLock lock;
  private final boolean metOwnLock;

  private FileGuard(FileChannel channel, FileLock lock, boolean metOwnLock) {
    this.channel = channel;
    this.lock = lock;
    this.metOwnLock = metOwnLock;
  }

  /// What is done under a lock.
  interface Work<T> {
    T run() throws IOException;
  }

  /// Does the work under the lock, once it is to be had.
  static <T> T holding(Path file, Deadline deadline, Work<T> work) throws IOException {
    var guard = acquire(file, deadline);
    try {
      return work.run();
    } finally {
      guard.close();
    }
  }

  /// Waits for the lock, creating the file if need be.
  static FileGuard acquire(Path file, Deadline deadline) throws IOException {
    var attempt =
        new Attempt(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    while (true) {
      if (!deadline.await(attempt::succeeds)) {
        attempt.giveUp();
        throw new EmbeddedPostgresException(
            Reason.TIMEOUT,
            "could not lock %s within %d ms: another process holds it"
                .formatted(file, deadline.total().toMillis()),
            "wait until the other process has started or stopped its server, or end that process");
      }
      // Whoever removes the directory takes the name from under the lock: take the new file's then.
      if (Files.exists(file)) {
        return attempt.guard();
      }
      attempt.giveUp();
      attempt =
          new Attempt(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }
  }

  /// Locks the file if nobody else has it locked.
  static @Nullable FileGuard tryAcquire(Path file) throws IOException {
    var attempt = new Attempt(FileChannel.open(file, StandardOpenOption.WRITE));
    if (attempt.succeeds()) {
      return attempt.guard();
    }
    attempt.giveUp();
    return null;
  }

  /// Releases the lock. Idempotent.
  @Override
  public void close() {
    try {
      if (metOwnLock) {
        lock.release();
        RETIRED.add(channel);
      } else {
        channel.close();
      }
    } catch (IOException e) {
      // The descriptor is gone either way, and the lock with it.
      System.getLogger(FileGuard.class.getName())
          .log(System.Logger.Level.DEBUG, () -> "closing a lock file failed: " + e.getMessage());
    }
  }

  private static final class Attempt {
    private final FileChannel channel;
    private @Nullable FileLock lock;
    private @Nullable IOException failure;
    private boolean metOwnLock;

    Attempt(FileChannel channel) {
      this.channel = channel;
    }

    boolean succeeds() {
      try {
        lock = channel.tryLock();
      } catch (OverlappingFileLockException e) {
        metOwnLock = true;
      } catch (IOException e) {
        failure = e;
        return true;
      }
      return lock != null;
    }

    FileGuard guard() throws IOException {
      if (failure != null) {
        throw new IOException("cannot lock files here: " + failure.getMessage(), failure);
      }
      if (lock == null) {
        throw new IllegalStateException("no lock");
      }
      return new FileGuard(channel, lock, metOwnLock);
    }

    void giveUp() throws IOException {
      if (metOwnLock) {
        if (lock != null) {
          lock.release();
        }
        RETIRED.add(channel);
      } else {
        channel.close();
      }
    }
  }
}
