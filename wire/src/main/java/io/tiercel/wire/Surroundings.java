package io.tiercel.wire;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a connection takes from around it: environment variables and the user's home directory.
///
/// @param variables the environment
/// @param home the directory that holds `.pgpass`, `.pg_service.conf` and `.postgresql`
record Surroundings(Map<String, String> variables, Path home) {
  /// Those of this process.
  static final Surroundings OURS =
      new Surroundings(System.getenv(), Path.of(System.getProperty("user.home", "")));

  @Nullable String variable(String name) {
    String value = variables.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
