package io.tiercel.jdbc.metadata;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.SQLException;

/// `java.sql.Wrapper` for what wraps nothing.
final class Wrappers {
  private Wrappers() {}

  static <T> T unwrap(Object object, Class<T> type) throws SQLException {
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    throw SqlExceptions.of(
        "22023",
        "the metadata is no %s\nHint: ask isWrapperFor first.".formatted(type.getName()),
        null);
  }
}
