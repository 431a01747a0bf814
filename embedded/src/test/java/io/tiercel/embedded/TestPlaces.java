package io.tiercel.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// Directories for tests. All lie below one that every user can enter, so that root's servers can
/// run as another user; it is deleted when the JVM ends. Binaries are unpacked once per JVM.
final class TestPlaces {
  private static final Path BASE = create();
  private static final AtomicInteger NEXT = new AtomicInteger();

  private TestPlaces() {}

  /// A directory that does not exist yet.
  static Path fresh(String label) {
    return BASE.resolve(label + NEXT.incrementAndGet());
  }

  /// A directory that exists, is empty and may be entered by everybody.
  static Path empty(String label) throws IOException {
    var directory = fresh(label);
    FilePermissions.createReadable(directory);
    return directory;
  }

  /// Where the binaries of all tests are.
  static Path cache() {
    return BASE.resolve("cache");
  }

  static EmbeddedOptions options(Path directory) {
    return EmbeddedOptions.at(directory)
        .withCacheDirectory(cache())
        .withStartTimeout(Duration.ofSeconds(60));
  }

  static EmbeddedOptions options(String url) {
    return EmbeddedOptions.parse(url).withCacheDirectory(cache());
  }

  private static Path create() {
    try {
      var base = Files.createTempDirectory("tiercel-test-").toRealPath();
      FilePermissions.makeReadable(base, true);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(base)));
      return base;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path base) {
    try {
      FileTree.delete(base);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
