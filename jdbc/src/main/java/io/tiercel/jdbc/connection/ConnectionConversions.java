package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.TypeInfo;
import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.ResultOwner;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What conversions ask of a connection.
final class ConnectionConversions implements ConversionContext {
  private final Connection connection;
  private final Session session;
  private final TypeInfo types;
  private volatile Map<String, Class<?>> typeMap = Map.of();
  private String zoneName = "";
  private @Nullable ZoneId zone = ZoneOffset.UTC;

  ConnectionConversions(Connection connection, Session session) {
    this.connection = connection;
    this.session = session;
    types = new TypeInfo(this::catalogRows, session.options().compatibility().unknownLength());
  }

  /// The same, with another type map.
  private ConnectionConversions(ConnectionConversions same, Map<String, Class<?>> typeMap) {
    connection = same.connection;
    session = same.session;
    types = same.types;
    this.typeMap = typeMap;
  }

  private <T> List<T> catalogRows(String sql, Function<DataRow, T> mapper, Object... parameters)
      throws SQLException {
    return session.exchange(
        pipeline -> {
          var rows = new ArrayList<T>();
          session.wire().query(sql, row -> rows.add(mapper.apply(row)), parameters);
          return rows;
        });
  }

  @Override
  public Codecs codecs() {
    return session.wire().codecs();
  }

  @Override
  public TypeInfo types() {
    return types;
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public Map<String, Class<?>> typeMap() {
    return typeMap;
  }

  void setTypeMap(Map<String, Class<?>> map) {
    typeMap = map;
  }

  @Override
  public @Nullable ZoneId timeZone() {
    String name = parameter("TimeZone");
    if (name != null && !name.equals(zoneName)) {
      zone = SessionZone.of(name);
      zoneName = name;
    }
    return zone;
  }

  @Override
  public @Nullable String parameter(String name) {
    return session.wire().parameter(name);
  }

  @Override
  public boolean stringsAreUntyped() {
    return session.options().untypedStrings();
  }

  @Override
  public ResultSet resultSet(RowDescription description, List<byte[]> rows) {
    return JdbcResultSet.of(NO_STATEMENT, this, description, rows);
  }

  @Override
  public ResultSet resultSet(
      RowDescription description, List<byte[]> rows, Map<String, Class<?>> map) {
    return new ConnectionConversions(this, map).resultSet(description, rows);
  }

  @Override
  public ResultSet cursor(String name, int resultSetType) throws SQLException {
    Statement statement = connection.createStatement(resultSetType, ResultSet.CONCUR_READ_ONLY);
    statement.closeOnCompletion();
    return statement.executeQuery("fetch all in " + Identifiers.quoted(name));
  }

  private static final ResultOwner NO_STATEMENT =
      new ResultOwner() {
        @Override
        public @Nullable Statement statement() {
          return null;
        }

        @Override
        public void closed(JdbcResultSet result) {
          // Nobody waits for it.
        }
      };
}
