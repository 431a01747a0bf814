package io.tiercel.cache.tier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Keeps a directory to one tier, among all processes of a machine. The kernel drops it when its
/// process dies, however it dies.
final class DirectoryLock implements AutoCloseable {
  private static final String FILE = "tier.lock";

  /// Of this process: POSIX drops its locks on a file when it closes any descriptor of it, so that
  /// a second one must not even be opened.
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /// @throws TierException when somebody else has it
  static DirectoryLock take(Path given) throws IOException {
    Path directory = given.toRealPath();
    if (!TAKEN.add(directory)) {
      throw taken(directory, "this process");
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              directory.resolve(FILE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        throw taken(directory, holder(channel));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return new DirectoryLock(directory, channel);
    } catch (OverlappingFileLockException e) {
      // Another copy of these classes has it. The channel stays open: closing it would free the
      // lock.
      TAKEN.remove(directory);
      throw taken(directory, "this process");
    } catch (IOException | RuntimeException e) {
      TAKEN.remove(directory);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    return channel.tryLock();
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(20);
    channel.read(text, 0);
    String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
    return pid.matches("[0-9]+") ? "process " + pid : "another process";
  }

  private static TierException taken(Path directory, String by) {
    return new TierException(
        "the tier's directory %s is in use by %s".formatted(directory, by),
        "give each process a directory of its own",
        null);
  }

  /// For who deletes the directory; while the lock is held.
  void delete() throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      TAKEN.remove(directory);
    }
  }
}
