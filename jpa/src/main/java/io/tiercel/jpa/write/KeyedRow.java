package io.tiercel.jpa.write;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row to update or delete.
///
/// @param id the id's column value
/// @param version the version the row must still have, null when it is not checked or the row has
///     none
/// @param values the new values of the written columns in their order, empty for a delete
/// @param instance the entity for OptimisticLockException, null for rows that are not entities
/// @param entityName what an error calls it
@SuppressWarnings("ArrayRecordComponent") // values are handed on, never compared
public record KeyedRow(
    Object id,
    @Nullable Object version,
    @Nullable Object[] values,
    @Nullable Object instance,
    String entityName) {
  static final String EQUAL = " = ";
  private static final String NULLS_TOO = " is not distinct from ";

  /// Puts rows into the order of their keys. Statements that reach the same rows shall reach them
  /// in the same order, lest two transactions wait for each other.
  static void sort(List<KeyedRow> rows) {
    rows.sort(
        (one, other) -> {
          int byId = compare(one.id, other.id);
          return byId != 0 ? byId : compare(one.version, other.version);
        });
  }

  /// Values of one column; any that have no order stay as they are.
  @SuppressWarnings("unchecked") // a column's values are of one class
  private static int compare(@Nullable Object one, @Nullable Object other) {
    return one instanceof Comparable<?> comparable && other != null
        ? ((Comparable<Object>) comparable).compareTo(other)
        : 0;
  }

  /// What compares the versions of rows, of which those may be null that are older than their
  /// column.
  static String versionOperator(List<KeyedRow> rows) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).version == null) {
        return NULLS_TOO;
      }
    }
    return EQUAL;
  }

  /// How an error names it.
  String subject() {
    return entityName + "#" + id;
  }
}
