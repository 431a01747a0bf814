package io.tiercel.cache.tiered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/// A directory in a file system that has no disk, where there is one: for tests that make and
/// rename many files, for which others begin to write to their disk.
public final class InMemory implements TempDirFactory {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /// For JUnit.
  public InMemory() {}

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return Files.isWritable(SHARED_MEMORY)
        ? Files.createTempDirectory(SHARED_MEMORY, "tiercel")
        : Files.createTempDirectory("tiercel");
  }
}
