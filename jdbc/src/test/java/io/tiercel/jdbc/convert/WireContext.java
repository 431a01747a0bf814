package io.tiercel.jdbc.convert;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// A [ConversionContext] over the protocol client, without a driver around it.
final class WireContext implements ConversionContext, AutoCloseable {
  final Connection wire;
  private final TypeInfo types;
  final Map<String, Class<?>> typeMap = new HashMap<>();
  boolean stringsAreUntyped;
  java.sql.@Nullable Connection oracle;

  WireContext(TestDatabase database) {
    wire =
        Connection.open(
            ConnectionConfig.builder()
                .host(database.host(), database.port())
                .database(database.name())
                .user(database.user())
                .password(database.password())
                .runtimeParameter("TimeZone", TimeZone.getDefault().getID())
                .build());
    types =
        new TypeInfo(
            new CatalogQuery() {
              @Override
              public <T> List<T> rows(
                  String sql,
                  java.util.function.Function<DataRow, T> mapper,
                  Object... parameters) {
                return wire.queryList(sql, mapper, parameters);
              }
            });
  }

  @Override
  public Codecs codecs() {
    return wire.codecs();
  }

  @Override
  public TypeInfo types() {
    return types;
  }

  @Override
  public java.sql.Connection connection() {
    if (oracle == null) {
      throw new UnsupportedOperationException("this test has no java.sql connection");
    }
    return oracle;
  }

  @Override
  public Map<String, Class<?>> typeMap() {
    return typeMap;
  }

  @Override
  public ZoneId timeZone() {
    return ZoneId.of(String.valueOf(parameter("TimeZone")));
  }

  @Override
  public @Nullable String parameter(String name) {
    return wire.parameter(name);
  }

  @Override
  public boolean stringsAreUntyped() {
    return stringsAreUntyped;
  }

  @Override
  public ResultSet resultSet(RowDescription description, List<byte[]> rows) {
    throw new UnsupportedOperationException("this test has no result sets");
  }

  @Override
  public ResultSet resultSet(
      RowDescription description, List<byte[]> rows, Map<String, Class<?>> typeMap) {
    throw new UnsupportedOperationException("this test has no result sets");
  }

  @Override
  public ResultSet cursor(String name, int resultSetType) {
    throw new UnsupportedOperationException("this test has no result sets");
  }

  /// The only row of a query, as the server sends it in the preferred formats.
  DataRow row(String sql, Object... parameters) {
    return wire.queryList(sql, this::copy, parameters).getFirst();
  }

  /// The value of an expression as a row of one column, in text.
  DataRow textRow(String expression) {
    Field field = row("select " + expression).description().fields().getFirst();
    String text =
        row("select case when v is distinct from null then format('%s', v) end from (select "
                + expression
                + " as v) x")
            .getString(0);
    return row(
        field.withFormat(Format.TEXT), text == null ? null : text.getBytes(StandardCharsets.UTF_8));
  }

  DataRow row(Field field, byte @Nullable [] value) {
    int length = value == null ? 0 : value.length;
    ByteBuffer body = ByteBuffer.allocate(6 + length);
    body.putShort((short) 1).putInt(value == null ? -1 : length);
    if (value != null) {
      body.put(value);
    }
    var row = new DataRow(new RowDescription(List.of(field)), codecs());
    row.moveTo(body.array(), 0, body.capacity());
    return row;
  }

  /// A copy that outlives the row.
  private DataRow copy(DataRow row) {
    int size = 2;
    for (int i = 0; i < row.size(); i++) {
      size += 4 + Math.max(row.length(i), 0);
    }
    ByteBuffer body = ByteBuffer.allocate(size).putShort((short) row.size());
    for (int i = 0; i < row.size(); i++) {
      body.putInt(row.length(i));
      if (row.length(i) > 0) {
        body.put(row.buffer(), row.offset(i), row.length(i));
      }
    }
    var copy = new DataRow(row.description(), codecs());
    copy.moveTo(body.array(), 0, size);
    return copy;
  }

  @Override
  public void close() {
    wire.close();
  }
}
