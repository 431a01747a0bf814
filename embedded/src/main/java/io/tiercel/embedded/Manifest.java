package io.tiercel.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/// What an unpacked archive consists of: a file `manifest` with a line `<bytes> <path>` per regular
/// file. Sizes are enough to tell a file that is missing, cut short or empty after a power cut.
final class Manifest {
  private static final String NAME = "manifest";

  private Manifest() {}

  static void write(Path directory, List<Path> files) throws IOException {
    var lines = new StringBuilder();
    for (var file : files) {
      lines.append(Files.size(file)).append(' ').append(directory.relativize(file)).append('\n');
    }
    Files.writeString(directory.resolve(NAME), lines);
  }

  static boolean isIntact(Path directory) throws IOException {
    var manifest = directory.resolve(NAME);
    if (!Files.isRegularFile(manifest)) {
      return false;
    }
    var lines = Files.readAllLines(manifest);
    for (var line : lines) {
      if (!isIntact(directory, line)) {
        return false;
      }
    }
    return !lines.isEmpty();
  }

  private static boolean isIntact(Path directory, String line) {
    var space = line.indexOf(' ');
    try {
      var size = Long.parseLong(line, 0, Math.max(0, space), 10);
      var file = directory.resolve(line.substring(space + 1));
      var attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isRegularFile() && attributes.size() == size;
    } catch (IOException | IllegalArgumentException e) {
      // Missing, or a manifest that was cut short: both mean "not intact".
      return false;
    }
  }
}
