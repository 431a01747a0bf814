package io.tiercel.jpa.schema;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The class that a row holds must be one that the wire codecs take for the column's type. The
/// entity is only read by reflection.
@SuppressWarnings({"NullAway.Init", "unused", "UnusedVariable", "JavaUtilDate"})
class ColumnTypesTest {
  enum Colour {
    RED
  }

  @Entity
  static class Typed {
    @Id UUID id;
    boolean flag;
    byte tiny;
    short small;
    int number;
    long large;
    float single;
    double twice;
    char letter;
    String text;
    BigDecimal amount;
    BigInteger big;
    LocalDate day;
    LocalTime time;
    LocalDateTime local;
    OffsetTime zoned;
    Instant moment;
    Date date;
    Year year;
    Duration span;
    byte[] bytes;
    Colour colour;

    @Enumerated(EnumType.STRING)
    Colour named;
  }

  private static final Map<String, Object> SAMPLES =
      Map.ofEntries(
          Map.entry("id", UUID.randomUUID()),
          Map.entry("flag", true),
          Map.entry("tiny", (byte) -128),
          Map.entry("small", Short.MIN_VALUE),
          Map.entry("number", Integer.MIN_VALUE),
          Map.entry("large", Long.MIN_VALUE),
          Map.entry("single", 1.5f),
          Map.entry("twice", Math.PI),
          Map.entry("letter", 'ß'),
          Map.entry("text", "Zażółć"),
          Map.entry("amount", new BigDecimal("-12.3400")),
          Map.entry("big", BigInteger.TEN.pow(37)),
          Map.entry("day", LocalDate.of(2026, 2, 28)),
          Map.entry("time", LocalTime.of(23, 59, 59, 999_999_000)),
          Map.entry("local", LocalDateTime.of(1969, 12, 31, 23, 59)),
          Map.entry("zoned", OffsetTime.of(1, 2, 3, 4_000, ZoneOffset.ofHours(-5))),
          Map.entry("moment", Instant.parse("1900-01-01T00:00:00.000001Z")),
          Map.entry("date", new Date(-1)),
          Map.entry("year", Year.of(2026)),
          Map.entry("span", Duration.ofSeconds(-90_061, 5_000)),
          Map.entry("bytes", new byte[] {0, -1}),
          Map.entry("colour", Colour.RED),
          Map.entry("named", Colour.RED));

  @Test
  void every_basic_type_goes_to_its_column_and_back() throws SQLException {
    var unit = new UnitMapping(List.of(Typed.class));
    EntityMapping mapping = unit.entity(Typed.class);
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      database.execute(new SchemaGenerator(unit, true).create().toArray(String[]::new));
      Map<String, Integer> oids = oids(database);
      assertAll(
          mapping.attributes().stream()
              .map(BasicAttribute.class::cast)
              .map(attribute -> (Executable) () -> roundTrip(attribute, oids)));
    }
  }

  private static Map<String, Integer> oids(TestDatabase database) throws SQLException {
    Map<String, Integer> oids = new HashMap<>();
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var result =
            statement.executeQuery(
                "select attname, atttypid::int from pg_attribute where attrelid ="
                    + " 'typed'::regclass")) {
      while (result.next()) {
        oids.put(result.getString(1), result.getInt(2));
      }
    }
    return oids;
  }

  private static void roundTrip(BasicAttribute attribute, Map<String, Integer> oids) {
    Column column = attribute.column();
    Integer oid = oids.get(column.name());
    Object sample = SAMPLES.get(attribute.name());
    assertNotNull(oid, attribute.name());
    assertNotNull(sample, attribute.name());
    Conversion conversion = column.conversion();
    Object stored = conversion == null ? sample : conversion.toColumn(sample);
    Object read = decode(oid, column.columnType(), encode(oid, column.columnType(), stored));
    Object back = conversion == null ? read : conversion.toAttribute(read);
    if (sample instanceof byte[] bytes) {
      assertArrayEquals(bytes, (byte[]) back);
    } else {
      assertEquals(sample, back, attribute.name());
    }
  }

  private static <T> WriteBuffer encode(int oid, Class<T> type, Object value) {
    var out = new WriteBuffer();
    Codecs.builtin().encoder(oid, Format.BINARY, type).encode(type.cast(value), out);
    return out;
  }

  private static Object decode(int oid, Class<?> type, WriteBuffer bytes) {
    return Codecs.builtin()
        .decoder(oid, Format.BINARY, type)
        .decode(bytes.array(), 0, bytes.position());
  }
}
