package io.tiercel.jpa.mapping;

import io.tiercel.jpa.mapping.source.Naming;
import java.util.Map;

/// How a unit stores names, and types that PostgreSQL can keep in more than one way where an
/// attribute's column definition does not say it.
///
/// @param lobsAsLargeObjects `@Lob` as large objects, the column holding their `oid`, instead of
///     `bytea` and `text`
/// @param uuidsAsText UUIDs as `varchar(36)` instead of `uuid`
/// @param naming of tables and columns
/// @param found columns of a database whose types tell how it stores the attributes that they
///     are of
/// @param generated the stored generated columns of the tables, each by its comment
public record MappingOptions(
    boolean lobsAsLargeObjects,
    boolean uuidsAsText,
    Naming naming,
    Map<ColumnName, FoundType> found,
    Map<Table, Map<String, String>> generated) {

  /// `bytea`, `text` and `uuid`, names folded.
  public static final MappingOptions DEFAULT =
      new MappingOptions(false, false, Naming.STANDARD, Map.of());

  /// A column as PostgreSQL names it.
  public record ColumnName(Table table, String column) {}

  /// What a column that is there tells of attributes of some classes.
  public enum FoundType {
    /// `oid`, or a domain over it such as `lo`: that of a `@Lob` holds large objects.
    LARGE_OBJECT,
    /// `numeric`: that of a `Duration` holds nanoseconds, as Hibernate stores it.
    NUMBER
  }

  public MappingOptions {
    found = Map.copyOf(found);
    generated = Map.copyOf(generated);
  }

  /// Of a database that nobody has looked at.
  public MappingOptions(
      boolean lobsAsLargeObjects,
      boolean uuidsAsText,
      Naming naming,
      Map<ColumnName, FoundType> found) {
    this(lobsAsLargeObjects, uuidsAsText, naming, found, Map.of());
  }

  /// The same for a database with these columns.
  public MappingOptions with(
      Map<ColumnName, FoundType> columns, Map<Table, Map<String, String>> generatedColumns) {
    return new MappingOptions(lobsAsLargeObjects, uuidsAsText, naming, columns, generatedColumns);
  }
}
