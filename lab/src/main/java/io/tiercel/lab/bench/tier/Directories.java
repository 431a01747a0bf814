package io.tiercel.lab.bench.tier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// Directories that a measurement has filled.
final class Directories {
  private Directories() {}

  static long bytes(Path directory) throws IOException {
    long sum = 0;
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
