package io.tiercel.jpa.mapping;

import io.tiercel.jpa.format.AttributeParts;
import org.jspecify.annotations.Nullable;

/// Between the value an attribute holds and the value its column holds (an enum and its name, a
/// `java.util.Date` and an immutable `Instant`, a user's `AttributeConverter`). Column values are
/// immutable or private copies, so that a row may be shared and compared.
/// Implementations are stateless and safe for any number of threads.
public interface Conversion {

  /// The column's value for a non-null attribute value.
  Object toColumn(Object attributeValue);

  /// The attribute's value for a non-null column value.
  Object toAttribute(Object columnValue);

  /// What the attribute that is read from a column's value would make it if it were written as it
  /// is. That is another value where the column was written by an older version of a class or of a
  /// converter, or where the database stores a form of its own, as `jsonb` does: then the attribute
  /// has not changed.
  default Object rewritten(Object columnValue) {
    return columnValue;
  }

  /// Whether [#toColumn] calls nothing of the application's and has a value for whatever the
  /// attribute may hold, so that it may be called where neither a failure nor another operation of
  /// the same EntityManager is wanted.
  default boolean isPlain() {
    return false;
  }

  /// What is inside of the column's value, for queries and schemas; null where it is one piece.
  default @Nullable AttributeParts parts() {
    return null;
  }
}
