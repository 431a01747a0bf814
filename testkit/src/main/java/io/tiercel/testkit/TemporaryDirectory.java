package io.tiercel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Where servers live. A Unix socket's path has at most 107 bytes, so a long `java.io.tmpdir` gives
/// way to `/tmp`.
final class TemporaryDirectory {
  private static final int LONGEST_BASE = 50;

  private TemporaryDirectory() {}

  static Path base() {
    String configured = System.getProperty("java.io.tmpdir");
    return Path.of(configured.length() <= LONGEST_BASE ? configured : "/tmp");
  }

  static Path create(String prefix) throws IOException {
    return Files.createTempDirectory(base(), prefix);
  }

  /// Deletes a directory while a dying server may still delete files in it, too.
  static void delete(Path directory) {
    try {
      Files.walkFileTree(directory, new Deletion());
    } catch (NoSuchFileException e) {
      // gone already: that is what we want
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete " + directory, e);
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
