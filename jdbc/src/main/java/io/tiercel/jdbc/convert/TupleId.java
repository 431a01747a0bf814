package io.tiercel.jdbc.convert;

import java.nio.charset.StandardCharsets;
import java.sql.RowId;

/// A `ctid`: where a version of a row is in its table, valid until the row is changed or the table
/// rewritten.
///
/// @param text `(page,item)`
record TupleId(String text) implements RowId {
  @Override
  public byte[] getBytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return text;
  }
}
