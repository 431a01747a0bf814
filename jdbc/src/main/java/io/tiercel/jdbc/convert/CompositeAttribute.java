package io.tiercel.jdbc.convert;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// One attribute of a composite value: its bytes, null for NULL, and the reader of its type.
@SuppressWarnings("ArrayRecordComponent") // never compared
record CompositeAttribute(ValueReader reader, byte @Nullable [] bytes) {
  <T> @Nullable T read(Reading<T> reading) throws SQLException {
    return bytes == null ? null : reading.read(reader, bytes, 0, bytes.length);
  }
}
