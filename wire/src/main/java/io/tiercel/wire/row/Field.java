package io.tiercel.wire.row;

import io.tiercel.wire.codec.Format;

/// One column of a result, as RowDescription tells it.
///
/// @param tableOid the table the column comes from, 0 if it is no simple reference to one
/// @param columnNumber `pg_attribute.attnum` in that table, else 0
/// @param typeLength `pg_type.typlen`, negative for types of variable width
/// @param typeModifier `pg_attribute.atttypmod`, -1 if the type takes none
/// @param format how the values travel
public record Field(
    String name,
    int tableOid,
    int columnNumber,
    int typeOid,
    int typeLength,
    int typeModifier,
    Format format) {

  /// The same column with its values in another format.
  public Field withFormat(Format other) {
    return other == format
        ? this
        : new Field(name, tableOid, columnNumber, typeOid, typeLength, typeModifier, other);
  }
}
