package io.tiercel.jdbc.convert;

import io.tiercel.wire.row.DataRow;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.HexFormat;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;

/// Every getter, of our reader and of pgjdbc's result set, and what it returns as comparable text.
@NullUnmarked
@SuppressWarnings("JavaUtilDate")
final class Getters {
  /// A getter of ours and the oracle's.
  record Getter(String name, Ours ours, Theirs theirs) {
    String ofOurs(ColumnReader reader, DataRow row) {
      return outcome(() -> ours.get(reader, row));
    }

    String ofTheirs(ResultSet result) {
      return outcome(() -> theirs.get(result));
    }
  }

  interface Ours {
    Object get(ColumnReader reader, DataRow row) throws Exception;
  }

  interface Theirs {
    Object get(ResultSet result) throws Exception;
  }

  private interface Call {
    Object get() throws Exception;
  }

  private Getters() {}

  static List<Getter> all() {
    Calendar kolkata = Calendar.getInstance(TimeZone.getTimeZone("Asia/Kolkata"));
    List<Getter> getters = new ArrayList<>();
    getters.add(new Getter("getString", (r, d) -> r.getString(d, 0), s -> s.getString(1)));
    getters.add(new Getter("getBoolean", (r, d) -> r.getBoolean(d, 0), s -> s.getBoolean(1)));
    getters.add(new Getter("getByte", (r, d) -> r.getByte(d, 0), s -> s.getByte(1)));
    getters.add(new Getter("getShort", (r, d) -> r.getShort(d, 0), s -> s.getShort(1)));
    getters.add(new Getter("getInt", (r, d) -> r.getInt(d, 0), s -> s.getInt(1)));
    getters.add(new Getter("getLong", (r, d) -> r.getLong(d, 0), s -> s.getLong(1)));
    getters.add(new Getter("getFloat", (r, d) -> r.getFloat(d, 0), s -> s.getFloat(1)));
    getters.add(new Getter("getDouble", (r, d) -> r.getDouble(d, 0), s -> s.getDouble(1)));
    getters.add(
        new Getter("getBigDecimal", (r, d) -> r.getBigDecimal(d, 0), s -> s.getBigDecimal(1)));
    getters.add(new Getter("getBytes", (r, d) -> r.getBytes(d, 0), s -> s.getBytes(1)));
    getters.add(new Getter("getObject", (r, d) -> r.getObject(d, 0), s -> s.getObject(1)));
    getters.add(new Getter("getDate", (r, d) -> r.getDate(d, 0, null), s -> s.getDate(1)));
    getters.add(new Getter("getTime", (r, d) -> r.getTime(d, 0, null), s -> s.getTime(1)));
    getters.add(
        new Getter("getTimestamp", (r, d) -> r.getTimestamp(d, 0, null), s -> s.getTimestamp(1)));
    getters.add(
        new Getter("getDate(cal)", (r, d) -> r.getDate(d, 0, kolkata), s -> s.getDate(1, kolkata)));
    getters.add(
        new Getter("getTime(cal)", (r, d) -> r.getTime(d, 0, kolkata), s -> s.getTime(1, kolkata)));
    getters.add(
        new Getter(
            "getTimestamp(cal)",
            (r, d) -> r.getTimestamp(d, 0, kolkata),
            s -> s.getTimestamp(1, kolkata)));
    getters.add(
        new Getter(
            "getBinaryStream",
            (r, d) -> drained(r.getBinaryStream(d, 0)),
            s -> drained(s.getBinaryStream(1))));
    getters.add(
        new Getter(
            "getAsciiStream",
            (r, d) -> drained(r.getAsciiStream(d, 0)),
            s -> drained(s.getAsciiStream(1))));
    getters.add(
        new Getter(
            "getCharacterStream",
            (r, d) -> drained(r.getCharacterStream(d, 0)),
            s -> drained(s.getCharacterStream(1))));
    for (Class<?> type : CLASSES) {
      getters.add(
          new Getter(
              "getObject(" + type.getSimpleName() + ")",
              (r, d) -> r.getObject(d, 0, type),
              s -> s.getObject(1, type)));
    }
    return getters;
  }

  private static final List<Class<?>> CLASSES =
      List.of(
          String.class,
          Boolean.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          byte[].class,
          Date.class,
          Time.class,
          Timestamp.class,
          java.util.Date.class,
          Calendar.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          OffsetTime.class,
          UUID.class);

  private static Object drained(InputStream stream) throws Exception {
    return stream == null ? null : stream.readAllBytes();
  }

  private static Object drained(Reader reader) throws Exception {
    if (reader == null) {
      return null;
    }
    var text = new StringWriter();
    reader.transferTo(text);
    return text.toString();
  }

  private static String outcome(Call call) {
    try {
      return shown(call.get());
    } catch (SQLException e) {
      return "SQLSTATE " + e.getSQLState();
    } catch (Exception e) {
      return "thrown " + e.getClass().getSimpleName();
    }
  }

  static String shown(Object value) {
    return switch (value) {
      case null -> "null";
      case byte[] bytes -> "bytes " + HexFormat.of().formatHex(bytes);
      case Timestamp time -> "Timestamp " + time.getTime() + " " + time.getNanos();
      case java.util.Date date -> date.getClass().getSimpleName() + " " + date.getTime();
      case Calendar calendar -> "Calendar " + calendar.getTimeInMillis();
      case Number number -> number.getClass().getSimpleName() + " " + number;
      case Boolean bool -> "Boolean " + bool;
      default ->
          new String(value.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    };
  }
}
