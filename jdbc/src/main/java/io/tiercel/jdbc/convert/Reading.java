package io.tiercel.jdbc.convert;

import java.sql.SQLException;

/// One way to read a value that is not NULL.
@FunctionalInterface
interface Reading<T> {
  T read(ValueReader reader, byte[] source, int offset, int length) throws SQLException;
}
