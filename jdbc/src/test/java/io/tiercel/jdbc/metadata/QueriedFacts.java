package io.tiercel.jdbc.metadata;

import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.row.Field;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What metadata over a connection of any driver are told; results without a query it makes by one.
public record QueriedFacts(
    Connection connection, String url, String userName, String driverVersion, String serverVersion)
    implements ConnectionFacts {
  @Override
  public boolean hidesUnprivileged() {
    return false;
  }

  @Override
  public ResultSet rows(
      List<Field> columns, List<? extends List<? extends @Nullable String>> values)
      throws SQLException {
    String names =
        columns.stream().map(field -> '"' + field.name() + '"').collect(Collectors.joining(", "));
    String rows = values.stream().map(row -> row(columns, row)).collect(Collectors.joining(", "));
    var statement = connection.createStatement();
    statement.closeOnCompletion();
    return statement.executeQuery("select * from (values %s) v(%s)".formatted(rows, names));
  }

  private static String row(List<Field> columns, List<? extends @Nullable String> row) {
    var literals = new StringBuilder("(");
    for (int i = 0; i < row.size(); i++) {
      String value = row.get(i);
      literals
          .append(i == 0 ? "" : ", ")
          .append(value == null ? "null" : "'" + value + "'")
          .append("::")
          .append(typeName(columns.get(i).typeOid()));
    }
    return literals.append(')').toString();
  }

  private static String typeName(int oid) {
    return switch (oid) {
      case Oids.INT2 -> "int2";
      case Oids.INT4 -> "int4";
      default -> "text";
    };
  }
}
