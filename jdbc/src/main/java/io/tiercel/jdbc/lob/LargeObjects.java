package io.tiercel.jdbc.lob;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// The large objects of a database. They live and are opened inside a transaction: in autocommit
/// the server closes each at the end of the statement that opened it, and it refuses to read on.
///
/// Confined to the thread of its connection.
public final class LargeObjects {
  /// To read; what is seen is the state when the object was opened.
  public static final int READ = 0x40000;

  /// To write, and to read what was written.
  public static final int WRITE = 0x20000;

  public static final int READ_WRITE = READ | WRITE;

  private final Connection connection;

  public LargeObjects(Connection connection) {
    this.connection = connection;
  }

  /// Makes an empty large object.
  ///
  /// @return its oid, unsigned
  public long create() throws SQLException {
    return call("select pg_catalog.lo_create(0)");
  }

  /// Makes a large object of these bytes, in one statement: in autocommit too.
  ///
  /// @return its oid, unsigned
  public long create(byte[] content) throws SQLException {
    return call("select pg_catalog.lo_from_bytea(0, ?::bytea)", content);
  }

  /// Opens one.
  ///
  /// @param mode [#READ], [#WRITE] or [#READ_WRITE]
  public LargeObject open(long oid, int mode) throws SQLException {
    int descriptor = (int) call("select pg_catalog.lo_open(?::oid, ?::int4)", oid, mode);
    return new LargeObject(this, oid, descriptor);
  }

  /// Deletes one. It must not be open.
  public void unlink(long oid) throws SQLException {
    call("select pg_catalog.lo_unlink(?::oid)", oid);
  }

  /// The number that a function returns.
  long call(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(sql, arguments);
        ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getLong(1);
    }
  }

  /// The bytes that a function returns.
  byte[] bytes(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(sql, arguments);
        ResultSet result = statement.executeQuery()) {
      result.next();
      byte[] bytes = result.getBytes(1);
      return bytes == null ? new byte[0] : bytes;
    }
  }

  private PreparedStatement prepare(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      try (statement) {
        throw e;
      }
    }
  }
}
