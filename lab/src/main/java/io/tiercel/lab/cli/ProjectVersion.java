package io.tiercel.lab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The version of this build, which Maven writes into a resource: classes that run from their
/// directory have no manifest to ask.
public final class ProjectVersion {
  private static final String UNKNOWN = "(unknown version)";

  private ProjectVersion() {}

  /// For example `0.1.0-SNAPSHOT`.
  public static String get() {
    var properties = new Properties();
    try (var in = ProjectVersion.class.getResourceAsStream("/io/tiercel/lab/version.properties")) {
      if (in == null) {
        return UNKNOWN;
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", UNKNOWN);
  }
}
