package io.tiercel.jpa.mapping;

import io.tiercel.jpa.mapping.source.Naming;
import java.util.Set;

/// How a unit stores names, and types that PostgreSQL can keep in more than one way where an
/// attribute's column definition does not say it.
///
/// @param lobsAsLargeObjects `@Lob` as large objects, the column holding their `oid`, instead of
///     `bytea` and `text`
/// @param uuidsAsText UUIDs as `varchar(36)` instead of `uuid`
/// @param naming of tables and columns
/// @param oidColumns columns that a database has as `oid`: those of `@Lob` attributes hold large
///     objects
public record MappingOptions(
    boolean lobsAsLargeObjects, boolean uuidsAsText, Naming naming, Set<ColumnName> oidColumns) {

  /// `bytea`, `text` and `uuid`, names folded.
  public static final MappingOptions DEFAULT =
      new MappingOptions(false, false, Naming.STANDARD, Set.of());

  /// A column as PostgreSQL names it.
  public record ColumnName(Table table, String column) {}

  public MappingOptions {
    oidColumns = Set.copyOf(oidColumns);
  }

  /// The same for a database with these columns.
  public MappingOptions withOidColumns(Set<ColumnName> columns) {
    return new MappingOptions(lobsAsLargeObjects, uuidsAsText, naming, columns);
  }
}
