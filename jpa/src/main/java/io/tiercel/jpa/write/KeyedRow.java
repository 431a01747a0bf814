package io.tiercel.jpa.write;

import org.jspecify.annotations.Nullable;

/// A row to update or delete.
///
/// @param id the id's column value
/// @param version the version the row must still have, null when it is not checked
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

  /// How an error names it.
  String subject() {
    return entityName + "#" + id;
  }
}
