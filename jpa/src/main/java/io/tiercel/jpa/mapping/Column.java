package io.tiercel.jpa.mapping;

import org.jspecify.annotations.Nullable;

/// One mapped column.
///
/// @param table the table it stands in
/// @param name the name as PostgreSQL stores it
/// @param slot its place in the row of its entity, from 0
/// @param columnType the Java class its values have in a row, e.g. `Long`, `String`, `Instant`
/// @param sqlType the PostgreSQL type for generated schemas, e.g. `numeric(10,2)`
/// @param conversion to the attribute's type, null when the attribute holds the column's value
///     itself
/// @param foreignKey what it refers to, null when it is no foreign key
/// @param extras what a generated schema adds
public record Column(
    Table table,
    String name,
    int slot,
    Class<?> columnType,
    String sqlType,
    @Nullable Conversion conversion,
    boolean nullable,
    boolean unique,
    boolean insertable,
    boolean updatable,
    @Nullable ForeignKey foreignKey,
    DdlExtras extras) {

  /// The same column at another place of a row.
  public Column inSlot(int otherSlot) {
    return with(table, name, otherSlot, nullable, foreignKey);
  }

  /// The same values in a column of another table.
  public Column in(Table otherTable, String otherName, @Nullable ForeignKey otherForeignKey) {
    return with(otherTable, otherName, slot, nullable, otherForeignKey);
  }

  /// The same column with another definition.
  public Column ofType(String otherSqlType) {
    return as(columnType, otherSqlType, conversion);
  }

  /// The same column, its values stored as others.
  public Column as(
      Class<?> otherColumnType, String otherSqlType, @Nullable Conversion otherConversion) {
    return new Column(
        table,
        name,
        slot,
        otherColumnType,
        otherSqlType,
        otherConversion,
        nullable,
        unique,
        insertable,
        updatable,
        foreignKey,
        extras);
  }

  /// The same column without `not null`.
  public Column optional() {
    return with(table, name, slot, true, foreignKey);
  }

  /// The same column with another constraint.
  public Column referringTo(ForeignKey target) {
    return with(table, name, slot, nullable, target);
  }

  /// The same column as part of a primary key.
  public Column asId() {
    return asKey(this);
  }

  /// This column of an id, which is the join column of an association.
  public Column asMappedBy(Column join) {
    return asKey(join);
  }

  /// In this slot with this conversion, the rest is the join column's.
  private Column asKey(Column join) {
    return new Column(
        table,
        join.name,
        slot,
        columnType,
        join.sqlType,
        conversion,
        false,
        join.unique,
        true,
        false,
        join.foreignKey,
        join.extras);
  }

  private Column with(
      Table newTable,
      String newName,
      int newSlot,
      boolean newNullable,
      @Nullable ForeignKey newForeignKey) {
    return new Column(
        newTable,
        newName,
        newSlot,
        columnType,
        sqlType,
        conversion,
        newNullable,
        unique,
        insertable,
        updatable,
        newForeignKey,
        extras);
  }

  /// The same column where a row may be without a value.
  public Column asNullable() {
    return new Column(
        table,
        name,
        slot,
        columnType,
        sqlType,
        conversion,
        true,
        unique,
        insertable,
        updatable,
        foreignKey,
        extras);
  }

  /// Whether the column holds the `oid` of a large object (manual, chapter 33) whose content is the
  /// value.
  public boolean isLargeObject() {
    return sqlType.equalsIgnoreCase("oid")
        && (columnType == byte[].class || columnType == String.class);
  }

  /// The expression for the value in the row of that alias.
  public String read(String alias) {
    String reference = alias + "." + sql();
    if (!isLargeObject()) {
      return reference;
    }
    String bytes = "lo_get(%s)".formatted(reference);
    return columnType == String.class ? "convert_from(%s, 'UTF8')".formatted(bytes) : bytes;
  }

  /// The expression that stores a value. A large object is made anew; the one before stays.
  public String write(String value) {
    if (!isLargeObject()) {
      return value;
    }
    return columnType == String.class
        ? "lo_from_bytea(0, convert_to(%s, 'UTF8'))".formatted(value)
        : "lo_from_bytea(0, %s)".formatted(value);
  }

  /// The name as SQL text, quoted where needed.
  public String sql() {
    return Identifier.quote(name);
  }

  @Override
  public String toString() {
    return table + "." + sql();
  }
}
