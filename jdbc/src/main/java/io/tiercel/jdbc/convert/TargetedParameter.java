package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.lob.MemoryBlob;
import io.tiercel.jdbc.lob.TextClob;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.UUID;

/// One `setObject` with a target type: table B-5 of JDBC 4.3.
@SuppressWarnings("JavaUtilDate") // it is what applications pass
final class TargetedParameter {
  private static final String CANNOT_COERCE = "42846";
  private static final String INVALID_DATETIME = "22007";
  private static final String INVALID_PARAMETER_TYPE = "07006";

  private final Object value;
  private final int sqlType;
  private final int scale;
  private final ConversionContext context;

  TargetedParameter(Object value, int sqlType, int scale, ConversionContext context) {
    this.value = value;
    this.sqlType = sqlType;
    this.scale = scale;
    this.context = context;
  }

  Parameter parameter() throws SQLException {
    try {
      return switch (sqlType) {
        case Types.BIT, Types.BOOLEAN -> Parameters.ofBoolean(toBoolean());
        case Types.TINYINT, Types.SMALLINT ->
            Parameters.ofShort((short) toWhole(Short.MIN_VALUE, Short.MAX_VALUE, "short"));
        case Types.INTEGER ->
            Parameters.ofInt((int) toWhole(Integer.MIN_VALUE, Integer.MAX_VALUE, "int"));
        case Types.BIGINT -> Parameters.ofLong(toWhole(Long.MIN_VALUE, Long.MAX_VALUE, "long"));
        case Types.REAL -> Parameters.ofFloat((float) toDouble());
        case Types.DOUBLE, Types.FLOAT -> Parameters.ofDouble(toDouble());
        case Types.DECIMAL, Types.NUMERIC -> toNumeric();
        case Types.CHAR, Types.NCHAR -> new Parameter(Oids.BPCHAR, toText());
        case Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
            Parameters.ofString(toText(), context);
        case Types.DATE -> toDate();
        case Types.TIME -> toTime();
        case Types.TIMESTAMP -> toTimestamp();
        case Types.TIME_WITH_TIMEZONE -> toTimeWithZone();
        case Types.TIMESTAMP_WITH_TIMEZONE -> toTimestampWithZone();
        default -> toOther();
      };
    } catch (WireException e) {
      throw SqlExceptions.of(failureState(), message(), e);
    }
  }

  private boolean toBoolean() throws SQLException {
    return switch (value) {
      case Boolean bool -> bool;
      case String text -> Texts.parseBoolean(text);
      case Character character -> Texts.parseBoolean(character.toString());
      case Number number when number.doubleValue() == 1 -> true;
      case Number number when number.doubleValue() == 0 -> false;
      default -> throw impossible();
    };
  }

  private long toWhole(long min, long max, String target) throws SQLException {
    return switch (value) {
      case String text -> Numbers.parse(text, min, max, target);
      case Boolean bool -> bool ? 1 : 0;
      case BigDecimal number -> Numbers.truncated(number, min, max, target);
      case BigInteger number -> Numbers.truncated(new BigDecimal(number), min, max, target);
      case Float number -> Numbers.truncated(number.doubleValue(), min, max, target);
      case Double number -> Numbers.truncated(number, min, max, target);
      case Number number -> Numbers.inRange(number.longValue(), min, max, target);
      case java.util.Date date -> Numbers.inRange(date.getTime(), min, max, target);
      default -> throw impossible();
    };
  }

  private double toDouble() throws SQLException {
    return switch (value) {
      case Number number -> number.doubleValue();
      case String text -> Numbers.parseDouble(text);
      case Boolean bool -> bool ? 1 : 0;
      case java.util.Date date -> date.getTime();
      default -> throw impossible();
    };
  }

  private Parameter toNumeric() throws SQLException {
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (!Double.isFinite(number)) {
        return new Parameter(Oids.NUMERIC, number);
      }
    }
    BigDecimal number =
        switch (value) {
          case BigDecimal decimal -> decimal;
          case BigInteger integer -> new BigDecimal(integer);
          case Number other -> Numbers.parseDecimal(other.toString(), "numeric");
          case String text -> Numbers.parseDecimal(text, "numeric");
          case Boolean bool -> bool ? BigDecimal.ONE : BigDecimal.ZERO;
          case java.util.Date date -> BigDecimal.valueOf(date.getTime());
          default -> throw impossible();
        };
    return Parameters.ofBigDecimal(
        scale >= 0 ? number.setScale(scale, RoundingMode.HALF_UP) : number);
  }

  private String toText() throws SQLException {
    return switch (value) {
      case String text -> text;
      case Boolean bool -> bool.toString();
      // As they print themselves: a text has no place for the offset that a literal carries.
      case Timestamp timestamp -> timestamp.toString();
      case Date date -> date.toString();
      case Time time -> time.toString();
      case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
      case Clob clob -> Streams.text(clob.getCharacterStream(), -1);
      case SQLXML xml -> xml.getString();
      case Reader reader -> Streams.text(reader, scale);
      case InputStream stream -> new String(Streams.bytes(stream, scale), StandardCharsets.UTF_8);
      case Temporal temporal -> temporal.toString();
      default -> ArrayLiterals.literal(value);
    };
  }

  private Parameter toDate() throws SQLException {
    return switch (value) {
      case Date date -> Parameters.ofDate(date, null);
      case java.util.Date date -> Parameters.ofDate(new Date(date.getTime()), null);
      case Calendar calendar -> Parameters.ofDate(new Date(calendar.getTimeInMillis()), calendar);
      case LocalDate date -> new Parameter(Oids.DATE, date);
      case LocalDateTime dateTime -> new Parameter(Oids.DATE, dateTime.toLocalDate());
      case String text ->
          Parameters.ofDate(
              LegacyTime.date(DateTimeText.parse(text, "date"), TimeZone.getDefault()), null);
      default -> throw impossible();
    };
  }

  private Parameter toTime() throws SQLException {
    return switch (value) {
      case Time time -> Parameters.ofTime(time, null);
      case java.util.Date date -> Parameters.ofTime(new Time(date.getTime()), null);
      case Calendar calendar -> Parameters.ofTime(new Time(calendar.getTimeInMillis()), calendar);
      case LocalTime time -> new Parameter(Oids.TIME, Micros.of(time));
      case OffsetTime time -> new Parameter(Oids.TIMETZ, Micros.of(time));
      case LocalDateTime dateTime -> new Parameter(Oids.TIME, Micros.of(dateTime.toLocalTime()));
      case String text ->
          Parameters.ofTime(
              LegacyTime.time(DateTimeText.parse(text, "time"), TimeZone.getDefault()), null);
      default -> throw impossible();
    };
  }

  private Parameter toTimestamp() throws SQLException {
    return switch (value) {
      case Timestamp timestamp -> Parameters.ofTimestamp(timestamp, null);
      case java.util.Date date -> Parameters.ofTimestamp(new Timestamp(date.getTime()), null);
      case Calendar calendar ->
          Parameters.ofTimestamp(new Timestamp(calendar.getTimeInMillis()), calendar);
      case LocalDateTime dateTime -> new Parameter(Oids.TIMESTAMP, Micros.of(dateTime));
      case LocalDate date -> new Parameter(Oids.TIMESTAMP, date.atStartOfDay());
      case OffsetDateTime dateTime -> new Parameter(Oids.TIMESTAMPTZ, Micros.of(dateTime));
      case ZonedDateTime dateTime ->
          new Parameter(Oids.TIMESTAMPTZ, Micros.of(dateTime.toOffsetDateTime()));
      case Instant instant -> new Parameter(Oids.TIMESTAMPTZ, Micros.of(instant));
      case String text ->
          Parameters.ofTimestamp(
              LegacyTime.timestamp(DateTimeText.parse(text, "timestamp"), TimeZone.getDefault()),
              null);
      default -> throw impossible();
    };
  }

  private Parameter toTimeWithZone() throws SQLException {
    if (value instanceof OffsetTime time) {
      return new Parameter(Oids.TIMETZ, Micros.of(time));
    }
    throw impossible();
  }

  private Parameter toTimestampWithZone() throws SQLException {
    return switch (value) {
      case OffsetDateTime dateTime -> new Parameter(Oids.TIMESTAMPTZ, Micros.of(dateTime));
      case ZonedDateTime dateTime ->
          new Parameter(Oids.TIMESTAMPTZ, Micros.of(dateTime.toOffsetDateTime()));
      case Instant instant -> new Parameter(Oids.TIMESTAMPTZ, Micros.of(instant));
      case Timestamp timestamp -> Parameters.ofTimestamp(timestamp, null);
      default -> throw impossible();
    };
  }

  private Parameter toOther() throws SQLException {
    return switch (sqlType) {
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> toBinary();
      case Types.BLOB ->
          switch (value) {
            case byte[] bytes -> LobParameter.of(new MemoryBlob(bytes), context);
            case InputStream stream -> Parameters.ofBlob(stream, scale, context);
            default -> Parameters.ofObject(value, context);
          };
      case Types.CLOB, Types.NCLOB ->
          switch (value) {
            case String text -> LobParameter.of(new TextClob(text), context);
            case Reader reader -> Parameters.ofClob(reader, scale, context);
            default -> Parameters.ofObject(value, context);
          };
      case Types.DISTINCT, Types.ROWID ->
          value instanceof java.util.Date
              ? Parameters.ofObject(value, context)
              : Parameters.untyped(toText());
      case Types.SQLXML -> new Parameter(Oids.XML, toText());
      case Types.OTHER ->
          value instanceof String || value instanceof Number || value instanceof Boolean
              ? Parameters.untyped(toText())
              : value instanceof UUID uuid
                  ? new Parameter(Oids.UUID, uuid)
                  : Parameters.ofObject(value, context);
      case Types.ARRAY, Types.STRUCT, Types.JAVA_OBJECT -> Parameters.ofObject(value, context);
      default -> throw SqlTypes.unknown(sqlType);
    };
  }

  private Parameter toBinary() throws SQLException {
    return switch (value) {
      case byte[] bytes -> Parameters.ofBytes(bytes);
      case InputStream stream -> Parameters.ofBinaryStream(stream, scale);
      case Blob blob -> Parameters.ofBinaryStream(blob.getBinaryStream(), -1);
      default -> Parameters.ofObject(value, context);
    };
  }

  private SQLException impossible() {
    return SqlExceptions.of(failureState(), message(), null);
  }

  private String failureState() {
    return switch (sqlType) {
      case Types.BIT, Types.BOOLEAN -> CANNOT_COERCE;
      case Types.DATE, Types.TIME, Types.TIMESTAMP -> INVALID_DATETIME;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
          SqlState.INVALID_PARAMETER_VALUE;
      default -> INVALID_PARAMETER_TYPE;
    };
  }

  private String message() {
    return "cannot convert a value of %s to %s"
        .formatted(value.getClass().getTypeName(), JDBCType.valueOf(sqlType));
  }
}
