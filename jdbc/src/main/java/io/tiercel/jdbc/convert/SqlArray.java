package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.ArrayValue;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A value of an array type. Elements are read when they are asked for; it does not depend on the
/// result it came from. Indexes count from 1, whatever the lower bound of the array.
public final class SqlArray implements Array {
  private final ConversionContext context;
  private final int arrayOid;
  private final int elementOid;
  private final boolean isNull;
  private @Nullable ArrayValue value;
  private @Nullable Object javaArray;

  SqlArray(ConversionContext context, int arrayOid, int elementOid, ArrayValue value) {
    this.context = context;
    isNull = false;
    this.arrayOid = arrayOid;
    this.elementOid = elementOid;
    this.value = value;
  }

  /// NULL.
  private SqlArray(ConversionContext context, int arrayOid, int elementOid) {
    this.context = context;
    this.arrayOid = arrayOid;
    this.elementOid = elementOid;
    isNull = true;
  }

  private SqlArray(ConversionContext context, int arrayOid, int elementOid, Object javaArray) {
    this.context = context;
    isNull = false;
    this.arrayOid = arrayOid;
    this.elementOid = elementOid;
    this.javaArray = javaArray;
  }

  /// `Connection.createArrayOf`: an array of a type, named by its elements.
  ///
  /// @param javaArray a Java array of any depth, of objects or of primitives, or a collection; null
  ///     for NULL
  /// @throws SQLException `42602` if there is no array of such a type
  public static SqlArray of(
      String elementTypeName, @Nullable Object javaArray, ConversionContext context)
      throws SQLException {
    int elementOid = context.types().oid(elementTypeName);
    int arrayOid = elementOid == 0 ? 0 : context.types().arrayOid(elementOid);
    if (arrayOid == 0) {
      throw SqlExceptions.of(
          "42602", "there is no array type of \"%s\"".formatted(elementTypeName), null);
    }
    return javaArray == null
        ? new SqlArray(context, arrayOid, elementOid)
        : of(arrayOid, elementOid, javaArray, context);
  }

  static SqlArray of(int arrayOid, int elementOid, Object javaArray, ConversionContext context) {
    return new SqlArray(context, arrayOid, elementOid, javaArray);
  }

  /// The array as a parameter of its type.
  Parameter parameter() throws SQLException {
    if (isNull) {
      return new Parameter(arrayOid, null);
    }
    if (!context.codecs().isKnown(arrayOid)) {
      // What the codec of a type that is met only when the statement runs will take is not known.
      return new Parameter(arrayOid, new io.tiercel.wire.codec.ServerText(print()));
    }
    Object array = javaArray;
    if (array != null && ArrayLiterals.isCodable(array, elementOid, context)) {
      return new Parameter(arrayOid, array);
    }
    ArrayValue raw = value();
    return raw.format() == context.codecs().parameterFormat(arrayOid)
        ? new Parameter(arrayOid, raw)
        : new Parameter(arrayOid, new io.tiercel.wire.codec.ServerText(print()));
  }

  private ArrayValue value() throws SQLException {
    ArrayValue known = value;
    if (known == null) {
      Object array = javaArray;
      if (array == null) {
        throw SqlExceptions.of(
            SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
            isNull ? "the array is NULL" : "the array was freed",
            null);
      }
      known = encoded(array);
      value = known;
    }
    return known;
  }

  private ArrayValue encoded(Object array) throws SQLException {
    char delimiter = context.types().delimiter(elementOid);
    try {
      if (context.codecs().parameterFormat(arrayOid) == Format.BINARY
          && ArrayLiterals.isCodable(array, elementOid, context)) {
        var out = new WriteBuffer();
        @SuppressWarnings("unchecked") // planned for the class of the very array
        var encoder =
            (io.tiercel.wire.codec.Encoder<Object>)
                context.codecs().encoder(arrayOid, array.getClass());
        encoder.encode(array, out);
        return ArrayValue.decode(out.array(), 0, out.position());
      }
      return ArrayValue.parse(ArrayLiterals.print(array, delimiter), elementOid, delimiter);
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public String getBaseTypeName() throws SQLException {
    value();
    return context.types().typeName(elementOid);
  }

  @Override
  public int getBaseType() throws SQLException {
    value();
    return context.types().sqlType(elementOid);
  }

  @Override
  public @Nullable Object getArray() throws SQLException {
    return getArray(null);
  }

  @Override
  public @Nullable Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    return isNull ? null : javaArray(value(), map);
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return getArray(index, count, null);
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return javaArray(slice(index, count), map);
  }

  private Object javaArray(ArrayValue raw, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    ValueReader reader = reader(raw);
    return JavaArrays.of(raw, reader, map == null ? context.typeMap() : map);
  }

  private ValueReader reader(ArrayValue raw) throws SQLException {
    return ValueReaders.of(elementOid, -1, raw.format(), context);
  }

  private ArrayValue slice(long index, int count) throws SQLException {
    ArrayValue raw = value();
    int length = raw.lengths().length == 0 ? 0 : raw.lengths()[0];
    if (index < 1 || count < 0 || index - 1 + count > length) {
      throw SqlExceptions.of(
          SqlState.DATA_EXCEPTION,
          "members %d to %d of an array of %d".formatted(index, index + count - 1, length),
          null);
    }
    return raw.slice((int) index - 1, (int) index - 1 + count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return getResultSet(null);
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    return resultSet(value(), 1, map);
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return getResultSet(index, count, null);
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return resultSet(slice(index, count), (int) index, map);
  }

  /// Columns INDEX and VALUE; the members of an array of several dimensions are arrays.
  ///
  /// @param map the classes of the application; null for those of the connection
  private ResultSet resultSet(ArrayValue raw, int firstIndex, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    boolean isNested = raw.lengths().length > 1;
    var description =
        new RowDescription(
            List.of(
                new Field("INDEX", 0, 0, Oids.INT4, Integer.BYTES, -1, Format.BINARY),
                isNested
                    ? new Field("VALUE", 0, 0, arrayOid, -1, -1, Format.TEXT)
                    : new Field("VALUE", 0, 0, elementOid, -1, -1, raw.format())));
    int length = raw.lengths().length == 0 ? 0 : raw.lengths()[0];
    var rows = new ArrayList<byte[]>(length);
    ArrayValue.Elements elements = raw.elements();
    for (int i = 0; i < length; i++) {
      if (isNested) {
        byte[] member = print(raw.member(i)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        rows.add(row(firstIndex + i, member, 0, member.length));
      } else {
        elements.next();
        rows.add(row(firstIndex + i, elements.source(), elements.offset(), elements.length()));
      }
    }
    return map == null
        ? context.resultSet(description, rows)
        : context.resultSet(description, rows, Map.copyOf(map));
  }

  /// @param length of the member, negative for NULL
  private static byte[] row(int index, byte[] source, int offset, int length) {
    var out = new WriteBuffer(32);
    out.putShort(2).putInt(Integer.BYTES).putInt(index).putInt(length);
    if (length >= 0) {
      out.putBytes(source, offset, length);
    }
    return java.util.Arrays.copyOf(out.array(), out.position());
  }

  private String print() throws SQLException {
    return print(value());
  }

  private String print(ArrayValue raw) throws SQLException {
    return ArrayReader.print(raw, reader(raw), context.types().delimiter(elementOid));
  }

  @Override
  public void free() {
    value = null;
    javaArray = null;
  }

  /// The literal of the array, as the server spells it.
  @Override
  public String toString() {
    if (isNull) {
      return "NULL";
    }
    try {
      return print();
    } catch (SQLException e) {
      return "SqlArray[" + e.getMessage() + "]";
    }
  }
}
