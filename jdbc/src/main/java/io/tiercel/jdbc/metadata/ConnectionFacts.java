package io.tiercel.jdbc.metadata;

import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.row.Field;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a connection knows about itself without asking the server.
public interface ConnectionFacts {
  /// The URL that leads to the database, without a password.
  String url();

  /// The user who logged in.
  String userName();

  /// The driver's version, such as `1.2.3`.
  String driverVersion();

  /// `server_version` as the server reports it, such as `18.6`.
  String serverVersion();

  /// Whether objects are left out that the user may do nothing with.
  boolean hidesUnprivileged();

  /// A result without asking the server: each value as its text, or null.
  ///
  /// @param columns made by [#text], [#number] and [#smallNumber]
  /// @throws SQLException if the connection is closed
  ResultSet rows(List<Field> columns, List<? extends List<? extends @Nullable String>> values)
      throws SQLException;

  /// A column of type `text`.
  static Field text(String name) {
    return new Field(name, 0, 0, Oids.TEXT, -1, -1, Format.TEXT);
  }

  /// A column of type `int2`.
  static Field smallNumber(String name) {
    return new Field(name, 0, 0, Oids.INT2, Short.BYTES, -1, Format.TEXT);
  }

  /// A column of type `int4`.
  static Field number(String name) {
    return new Field(name, 0, 0, Oids.INT4, Integer.BYTES, -1, Format.TEXT);
  }
}
