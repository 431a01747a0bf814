package io.tiercel.cache.tier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What a machine that loses its power leaves of a tier's directory: of whatever was written since
/// it was last forced to disk some parts are there and others are not.
public final class PowerFailure {
  /// Smaller than what a disk writes at once: so a record may be torn anywhere.
  private static final int BLOCK = 64;

  private final Path forced;

  /// @param forced a directory for what is on disk for sure
  public PowerFailure(Path forced) {
    this.forced = forced;
  }

  /// Everything is on disk.
  public void force(Path directory) throws IOException {
    clear(forced);
    Files.createDirectories(forced);
    for (Path file : files(directory)) {
      Files.copy(file, forced.resolve(file.getFileName()));
    }
  }

  /// The directory is what the machine finds when it starts again.
  public void strike(Path directory, Random random) throws IOException {
    Files.createDirectories(directory);
    var names = new TreeSet<Path>();
    files(directory).forEach(file -> names.add(file.getFileName()));
    files(forced).forEach(file -> names.add(file.getFileName()));
    for (Path name : names) {
      byte[] written = bytes(directory.resolve(name));
      byte[] onDisk = bytes(forced.resolve(name));
      Files.write(
          directory.resolve(name),
          isSegment(name)
              ? torn(written, onDisk, random)
              : random.nextBoolean() ? written : onDisk);
    }
    anotherRun(directory);
  }

  private static boolean isSegment(Path name) {
    return name.toString().startsWith("segment-");
  }

  private static byte[] torn(byte[] written, byte[] onDisk, Random random) {
    int likely = random.nextInt(5);
    byte[] found = new byte[Math.max(written.length, onDisk.length)];
    for (int at = 0; at < found.length; at += BLOCK) {
      byte[] from = random.nextInt(4) < likely ? written : onDisk;
      int length = Math.min(BLOCK, from.length - at);
      if (length > 0) {
        System.arraycopy(from, at, found, at, length);
      }
    }
    return found;
  }

  /// A checkpoint tells in which run of the kernel it was written: that is over.
  private static void anotherRun(Path directory) throws IOException {
    Path file = directory.resolve("tier.checkpoint");
    byte[] bytes = bytes(file);
    byte[] owner = bytes.length < 44 ? new byte[32] : Arrays.copyOfRange(bytes, 12, 44);
    Checkpoint found = Checkpoint.decode(bytes, owner);
    if (found != null) {
      var former =
          new Checkpoint(
              found.slot(),
              found.sessions(),
              found.upTo(),
              found.anchor(),
              found.layouts(),
              "the run of before",
              found.isForced());
      Files.write(file, former.encode(owner));
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).filter(PowerFailure::isKept).sorted().toList();
    }
  }

  private static boolean isKept(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".tier") || name.equals("tier.checkpoint");
  }

  private static void clear(Path directory) throws IOException {
    for (Path file : files(directory)) {
      Files.delete(file);
    }
  }
}
