package io.tiercel.cache.tier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Where the last [Checkpoint] is. A new one takes its place at once and as a whole. For who has
/// the directory.
final class CheckpointFile {
  private static final String NAME = "tier.checkpoint";

  /// Linux: a new text with each start of the kernel.
  private static final Path RUN = Path.of("/proc/sys/kernel/random/boot_id");

  private final Path file;
  private final byte[] owner;

  CheckpointFile(Path directory, byte[] owner) {
    file = directory.resolve(NAME);
    this.owner = owner;
  }

  /// What the kernel calls its run; empty where that is not known.
  static String machine() {
    try {
      return Files.readString(RUN).strip();
    } catch (IOException e) {
      // Another system: then only what was forced to disk is known to be there.
      return "";
    }
  }

  /// The one that was written last, if its records are there as they were then; else null.
  @Nullable Checkpoint read(String machine) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return null;
    }
    Checkpoint found = Checkpoint.decode(bytes, owner);
    boolean isThere =
        found != null
            && (found.isForced() || (!machine.isEmpty() && machine.equals(found.machine())));
    return isThere ? found : null;
  }

  void write(Checkpoint checkpoint) throws IOException {
    Path next = file.resolveSibling(NAME + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(checkpoint.encode(owner));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (checkpoint.isForced()) {
        channel.force(true);
      }
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
