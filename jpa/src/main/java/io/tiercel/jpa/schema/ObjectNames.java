package io.tiercel.jpa.schema;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Names of constraints and indexes that annotations leave open: as PostgreSQL would choose them,
/// `table_column_suffix`, and never longer than a name may be.
final class ObjectNames {
  /// NAMEDATALEN - 1; the server would cut a longer name, and two might become one.
  private static final int MAX_BYTES = 63;

  private ObjectNames() {}

  static String of(String table, List<String> columns, String suffix) {
    String base = table + "_" + String.join("_", columns);
    String name = base + "_" + suffix;
    if (bytes(name) <= MAX_BYTES) {
      return name;
    }
    String end = "_%08x_%s".formatted(base.hashCode(), suffix);
    int length = base.length();
    while (bytes(base.substring(0, length)) + bytes(end) > MAX_BYTES) {
      length--;
    }
    return base.substring(0, length) + end;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
