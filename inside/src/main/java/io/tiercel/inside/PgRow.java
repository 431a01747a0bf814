package io.tiercel.inside;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A row by the names of its columns; values are of the classes that the types have by default.
/// Immutable.
public final class PgRow {
  private static final String UNDEFINED_COLUMN = "42703";
  private static final String DATATYPE_MISMATCH = "42804";

  private final Map<String, @Nullable Object> values;

  /// @param values by the columns' names, in order; copied
  public PgRow(Map<String, ? extends @Nullable Object> values) {
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /// The values by the columns' names, in order.
  public Map<String, @Nullable Object> values() {
    return values;
  }

  /// The value of a column.
  ///
  /// @throws PgException `42703` if there is none of that name
  public @Nullable Object get(String column) {
    Object value = values.get(column);
    if (value == null && !values.containsKey(column)) {
      throw missing(column);
    }
    return value;
  }

  /// The value of a column, of a class that it has.
  ///
  /// @throws PgException `42703` if there is no such column, `42804` if its value is of another
  ///     class
  public <T> @Nullable T get(String column, Class<T> type) {
    Object value = get(column);
    if (value != null && !type.isInstance(value)) {
      throw new PgException(
          DATATYPE_MISMATCH,
          "column \"%s\" is read as %s, not as %s"
              .formatted(column, value.getClass().getTypeName(), type.getTypeName()));
    }
    return type.cast(value);
  }

  /// This row with another value in one column.
  ///
  /// @throws PgException `42703` if there is none of that name
  public PgRow with(String column, @Nullable Object value) {
    if (!values.containsKey(column)) {
      throw missing(column);
    }
    Map<String, @Nullable Object> changed = new LinkedHashMap<>(values);
    changed.put(column, value);
    return new PgRow(changed);
  }

  private PgException missing(String column) {
    return new PgException(
        UNDEFINED_COLUMN,
        "the row has no column \"%s\"".formatted(column),
        "It has " + String.join(", ", values.keySet()) + ".",
        null,
        null);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PgRow row && values.equals(row.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
