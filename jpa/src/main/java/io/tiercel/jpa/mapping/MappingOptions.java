package io.tiercel.jpa.mapping;

import io.tiercel.jpa.mapping.source.Naming;

/// How a unit stores names, and types that PostgreSQL can keep in more than one way where an
/// attribute's column definition does not say it.
///
/// @param lobsAsLargeObjects `@Lob` as large objects, the column holding their `oid`, instead of
///     `bytea` and `text`
/// @param uuidsAsText UUIDs as `varchar(36)` instead of `uuid`
/// @param naming of tables and columns
public record MappingOptions(boolean lobsAsLargeObjects, boolean uuidsAsText, Naming naming) {

  /// `bytea`, `text` and `uuid`, names folded.
  public static final MappingOptions DEFAULT = new MappingOptions(false, false, Naming.STANDARD);
}
