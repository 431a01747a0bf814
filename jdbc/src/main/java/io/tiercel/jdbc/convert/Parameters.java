package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.lob.MemoryBlob;
import io.tiercel.jdbc.lob.TextClob;
import io.tiercel.jdbc.value.BitString;
import io.tiercel.jdbc.value.Geometry;
import io.tiercel.jdbc.value.HStore;
import io.tiercel.jdbc.value.Inet;
import io.tiercel.jdbc.value.MacAddress;
import io.tiercel.jdbc.value.Multirange;
import io.tiercel.jdbc.value.Range;
import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Interval;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.replication.Lsn;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.RowId;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What the setters of `PreparedStatement` make of their values. The types that are declared decide
/// which function or operator the server chooses.
///
/// `java.sql.Date`, Time and Timestamp are sent without a type, as literals with an offset: parsed
/// as `timestamptz` the offset counts, as `timestamp` the fields do, which is what JDBC promises of
/// either.
@SuppressWarnings("JavaUtilDate") // it is what applications pass
public final class Parameters {
  private static final String INVALID_PARAMETER_TYPE = "07006";

  private Parameters() {}

  public static Parameter ofBoolean(boolean value) {
    return new Parameter(Oids.BOOL, value);
  }

  public static Parameter ofByte(byte value) {
    return new Parameter(Oids.INT2, (short) value);
  }

  public static Parameter ofShort(short value) {
    return new Parameter(Oids.INT2, value);
  }

  public static Parameter ofInt(int value) {
    return new Parameter(Oids.INT4, value);
  }

  public static Parameter ofLong(long value) {
    return new Parameter(Oids.INT8, value);
  }

  public static Parameter ofFloat(float value) {
    return new Parameter(Oids.FLOAT4, value);
  }

  public static Parameter ofDouble(double value) {
    return new Parameter(Oids.FLOAT8, value);
  }

  public static Parameter ofBigDecimal(@Nullable BigDecimal value) {
    return new Parameter(Oids.NUMERIC, value);
  }

  public static Parameter ofBytes(byte @Nullable [] value) {
    return new Parameter(Oids.BYTEA, value);
  }

  /// A `varchar`, or a literal without a type if the connection says so.
  public static Parameter ofString(@Nullable String value, ConversionContext context) {
    if (context.stringsAreUntyped()) {
      return untyped(value);
    }
    return new Parameter(Oids.VARCHAR, value);
  }

  /// A literal whose type the server infers.
  public static Parameter untyped(@Nullable String literal) {
    return new Parameter(Oids.UNSPECIFIED, literal == null ? null : new ServerText(literal));
  }

  public static Parameter ofDate(@Nullable Date value, @Nullable Calendar calendar) {
    return value == null ? untyped(null) : literal(LegacyLiterals.date(value, zone(calendar)));
  }

  public static Parameter ofTime(@Nullable Time value, @Nullable Calendar calendar) {
    return value == null ? untyped(null) : literal(LegacyLiterals.time(value, zone(calendar)));
  }

  public static Parameter ofTimestamp(@Nullable Timestamp value, @Nullable Calendar calendar) {
    return value == null ? untyped(null) : literal(LegacyLiterals.timestamp(value, zone(calendar)));
  }

  private static Parameter literal(DateTime value) {
    return untyped(LegacyLiterals.print(value));
  }

  private static TimeZone zone(@Nullable Calendar calendar) {
    return calendar == null ? TimeZone.getDefault() : calendar.getTimeZone();
  }

  /// NULL of a type.
  ///
  /// @param sqlType a code of [Types]
  /// @param typeName of a type that the code does not name, as for STRUCT and OTHER
  public static Parameter ofNull(int sqlType, @Nullable String typeName, ConversionContext context)
      throws SQLException {
    if (typeName != null) {
      return new Parameter(context.types().oid(typeName), null);
    }
    return new Parameter(SqlTypes.oid(sqlType, context), null);
  }

  /// A value of whatever type its class stands for.
  ///
  /// @throws SQLException `07006` if it stands for none
  public static Parameter ofObject(@Nullable Object value, ConversionContext context)
      throws SQLException {
    return switch (value) {
      case null -> new Parameter(Oids.UNSPECIFIED, null);
      case String text -> ofString(text, context);
      case Integer number -> new Parameter(Oids.INT4, number);
      case Long number -> new Parameter(Oids.INT8, number);
      case Boolean bool -> new Parameter(Oids.BOOL, bool);
      case Short number -> new Parameter(Oids.INT2, number);
      case Byte number -> ofByte(number);
      case Float number -> new Parameter(Oids.FLOAT4, number);
      case Double number -> new Parameter(Oids.FLOAT8, number);
      case BigDecimal number -> new Parameter(Oids.NUMERIC, number);
      case BigInteger number -> new Parameter(Oids.NUMERIC, number);
      case byte[] bytes -> new Parameter(Oids.BYTEA, bytes);
      case UUID uuid -> new Parameter(Oids.UUID, uuid);
      case Character character -> ofString(character.toString(), context);
      case TypedText text ->
          new Parameter(context.types().oid(text.typeName()), new ServerText(text.text()));
      case Enum<?> constant -> untyped(constant.name());
      default -> ofTemporalOrOther(value, context);
    };
  }

  private static Parameter ofTemporalOrOther(Object value, ConversionContext context)
      throws SQLException {
    return switch (value) {
      case Timestamp timestamp -> ofTimestamp(timestamp, null);
      case Date date -> ofDate(date, null);
      case Time time -> ofTime(time, null);
      case java.util.Date date -> ofTimestamp(new Timestamp(date.getTime()), null);
      case Calendar calendar -> ofTimestamp(new Timestamp(calendar.getTimeInMillis()), calendar);
      case LocalDate date -> new Parameter(Oids.DATE, date);
      case LocalTime time -> new Parameter(Oids.TIME, Micros.of(time));
      case LocalDateTime dateTime -> new Parameter(Oids.TIMESTAMP, Micros.of(dateTime));
      case OffsetTime time -> new Parameter(Oids.TIMETZ, Micros.of(time));
      case OffsetDateTime dateTime -> new Parameter(Oids.TIMESTAMPTZ, Micros.of(dateTime));
      case ZonedDateTime dateTime ->
          new Parameter(Oids.TIMESTAMPTZ, Micros.of(dateTime.toOffsetDateTime()));
      case Instant instant -> new Parameter(Oids.TIMESTAMPTZ, Micros.of(instant));
      case Duration duration -> new Parameter(Oids.INTERVAL, duration);
      case Period period -> new Parameter(Oids.INTERVAL, period);
      case Interval interval -> new Parameter(Oids.INTERVAL, interval);
      case InetAddress address -> new Parameter(Oids.INET, new ServerText(Inet.print(address)));
      case URL url -> ofString(url.toString(), context);
      default -> ofStructured(value, context);
    };
  }

  private static Parameter ofStructured(Object value, ConversionContext context)
      throws SQLException {
    return switch (value) {
      case SqlArray array -> array.parameter();
      case Array array ->
          SqlArray.of(array.getBaseTypeName(), array.getArray(), context).parameter();
      case Blob blob -> LobParameter.of(blob, context);
      case Clob clob -> LobParameter.of(clob, context);
      case SQLXML xml -> new Parameter(Oids.XML, xml.getString());
      case SQLData data -> CreatedStruct.parameter(SqlDataClasses.written(data), context);
      case Struct struct -> CreatedStruct.parameter(struct, context);
      case RowId rowId -> new Parameter(Oids.TID, new ServerText(rowId.toString()));
      case Geometry geometry ->
          new Parameter(
              context.types().oid(geometry.typeName()), new ServerText(geometry.toString()));
      case Range<?> range ->
          new Parameter(RangeReader.oid(range), new ServerText(ArrayLiterals.literal(range)));
      case Multirange<?> multirange ->
          new Parameter(
              RangeReader.oid(multirange), new ServerText(ArrayLiterals.literal(multirange)));
      case Inet inet -> new Parameter(Oids.INET, new ServerText(inet.toString()));
      case MacAddress address ->
          new Parameter(
              context.types().oid(address.typeName()), new ServerText(address.toString()));
      case BitString bits -> new Parameter(Oids.VARBIT, new ServerText(bits.toString()));
      case BitSet bits ->
          new Parameter(Oids.VARBIT, new ServerText(new BitString(bits, bits.length()).toString()));
      case Lsn lsn -> new Parameter(Oids.PG_LSN, new ServerText(lsn.toString()));
      case Map<?, ?> map ->
          new Parameter(context.types().oid("hstore"), new ServerText(HStore.print(map)));
      case InputStream stream -> ofBinaryStream(stream, -1);
      case Reader reader -> ofCharacterStream(reader, -1, context);
      case Collection<?> collection -> ArrayParameters.of(collection, context);
      // AtomicLong and the like: their text is their value.
      case Number number -> ofBigDecimal(Numbers.parseDecimal(number.toString(), "numeric"));
      default -> {
        if (value.getClass().isArray()) {
          yield ArrayParameters.of(value, context);
        }
        if (PgjdbcObject.isOne(value.getClass())) {
          yield PgjdbcObject.parameter(value, context);
        }
        throw unknown(value);
      }
    };
  }

  /// A `bytea` of what a stream holds.
  ///
  /// @param length the bytes to take; -1 for all
  public static Parameter ofBinaryStream(@Nullable InputStream stream, long length)
      throws SQLException {
    if (stream == null) {
      return ofBytes(null);
    }
    byte[] bytes = Streams.bytes(stream, length);
    if (bytes.length < length) {
      throw SqlExceptions.of(
          SqlState.DATA_EXCEPTION,
          "the stream of a parameter ends after %d bytes, %d were announced"
              .formatted(bytes.length, length),
          null);
    }
    return ofBytes(bytes);
  }

  /// A text of what a stream holds.
  ///
  /// @param length the characters to take; -1 for all
  public static Parameter ofCharacterStream(
      @Nullable Reader reader, long length, ConversionContext context) throws SQLException {
    return ofString(reader == null ? null : Streams.text(reader, length), context);
  }

  /// A text of what a stream of ASCII holds.
  public static Parameter ofAsciiStream(
      @Nullable InputStream stream, long length, ConversionContext context) throws SQLException {
    return ofString(
        stream == null
            ? null
            : new String(Streams.bytes(stream, length), StandardCharsets.US_ASCII),
        context);
  }

  /// A Blob of what a stream holds: for a `bytea` its bytes, for an `oid` a new large object.
  ///
  /// @param length the bytes to take; -1 for all
  public static Parameter ofBlob(
      @Nullable InputStream stream, long length, ConversionContext context) throws SQLException {
    return stream == null
        ? untyped(null)
        : LobParameter.of(new MemoryBlob(Streams.bytes(stream, length)), context);
  }

  /// A Clob of what a stream holds: for a type of text its text, for an `oid` a new large object.
  ///
  /// @param length the characters to take; -1 for all
  public static Parameter ofClob(@Nullable Reader reader, long length, ConversionContext context)
      throws SQLException {
    return reader == null
        ? untyped(null)
        : LobParameter.of(new TextClob(Streams.text(reader, length)), context);
  }

  private static SQLException unknown(Object value) {
    return SqlExceptions.of(
        INVALID_PARAMETER_TYPE,
        ("cannot infer the SQL type of %s\n"
                + "Hint: use setObject with a target type, or a String with a cast in the query.")
            .formatted(value.getClass().getTypeName()),
        null);
  }

  /// A value of the type that a code of [Types] names, converted where that makes sense.
  ///
  /// @param scaleOrLength digits after the point for NUMERIC and DECIMAL, the length for streams;
  ///     -1 to leave it open
  /// @throws SQLException `22023` if the class cannot become that type, `07006` if the code is
  ///     unknown
  public static Parameter ofObject(
      @Nullable Object value, int sqlType, int scaleOrLength, ConversionContext context)
      throws SQLException {
    if (value == null) {
      return ofNull(sqlType, null, context);
    }
    return new TargetedParameter(value, sqlType, scaleOrLength, context).parameter();
  }
}
