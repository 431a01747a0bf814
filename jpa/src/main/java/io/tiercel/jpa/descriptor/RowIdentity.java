package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.Column;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// What tells the rows of one owner's collection apart, and whether a statement finds them by it.
///
/// A value read from the database is found again. One that was written may not be: `timestamp(3)`
/// keeps milliseconds, `numeric(8, 2)` two digits, and which type a column of a hand-made table
/// has is not known here. Some types cannot be compared at all. Rows that may not be found are
/// deleted by their owner, and those that stay inserted again.
///
/// @param isComparable whether the server compares the values
/// @param isExact whether every column type that takes the values keeps them as they are
public record RowIdentity(List<Column> columns, boolean isComparable, boolean isExact) {
  private static final Set<Class<?>> EXACT =
      Set.of(
          Integer.class,
          Long.class,
          Short.class,
          Byte.class,
          Boolean.class,
          BigInteger.class,
          Character.class,
          String.class,
          UUID.class,
          LocalDate.class,
          byte[].class);

  private static final Set<String> WITHOUT_EQUALITY = Set.of("json", "xml", "point");

  public static RowIdentity of(List<Column> columns) {
    return new RowIdentity(
        List.copyOf(columns),
        columns.stream().allMatch(RowIdentity::isComparable),
        columns.stream().allMatch(column -> EXACT.contains(column.columnType())));
  }

  /// A large object is another one each time it is written.
  private static boolean isComparable(Column column) {
    return !column.isLargeObject() && !WITHOUT_EQUALITY.contains(column.sqlType());
  }

  /// Whether a statement finds rows by these values.
  ///
  /// @param areRead whether they were read rather than written
  public boolean finds(boolean areRead) {
    return isComparable && (isExact || areRead);
  }
}
