package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.row.RowDescription;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What conversions ask of the connection they belong to. Confined to the connection's thread.
public interface ConversionContext {
  /// The codecs of the connection, with the types of this database that it has met.
  Codecs codecs();

  TypeInfo types();

  /// The connection as the application sees it; for large objects and `ref cursors`.
  Connection connection() throws SQLException;

  /// The type map of the connection (`Connection.getTypeMap`).
  Map<String, Class<?>> typeMap();

  /// The session's `TimeZone`: the one in which the server prints `timestamptz`. Null if only the
  /// server knows what it means.
  @Nullable ZoneId timeZone();

  /// What the server last reported of a parameter such as `IntervalStyle`; null if it does not
  /// report that one.
  @Nullable String parameter(String name);

  /// Whether strings are sent without a type (`stringtype=unspecified`), so that the server infers
  /// it.
  boolean stringsAreUntyped();

  /// A scrollable result set, without a statement, over rows made by the driver: each element of
  /// `rows` is the body of a DataRow message.
  ResultSet resultSet(RowDescription description, List<byte[]> rows) throws SQLException;

  /// As [#resultSet(RowDescription, List)], with a type map of its own.
  ResultSet resultSet(RowDescription description, List<byte[]> rows, Map<String, Class<?>> typeMap)
      throws SQLException;

  /// The rows that a cursor holds (`getObject` of a `refcursor`).
  ResultSet cursor(String name, int resultSetType) throws SQLException;
}
