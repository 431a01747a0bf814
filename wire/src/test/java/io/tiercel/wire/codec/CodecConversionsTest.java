package io.tiercel.wire.codec;

import static io.tiercel.wire.codec.Bytes.binary;
import static io.tiercel.wire.codec.Bytes.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.CodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Java classes beside the default one that a type is read as and written from.
class CodecConversionsTest {
  private static final Codecs CODECS = Codecs.builtin();

  @Test
  void an_integer_is_read_as_every_integer_class_that_holds_it() {
    byte[] value = binary(Oids.INT8, 100L);
    assertEquals(100L, binary(Oids.INT8, Long.class, value));
    assertEquals(100, binary(Oids.INT8, int.class, value));
    assertEquals((short) 100, binary(Oids.INT8, Short.class, value));
    assertEquals((byte) 100, binary(Oids.INT8, byte.class, value));
    assertEquals(BigInteger.valueOf(100), binary(Oids.INT8, BigInteger.class, value));
    assertEquals(BigDecimal.valueOf(100), binary(Oids.INT8, BigDecimal.class, value));
    assertEquals("100", binary(Oids.INT8, String.class, value));
    assertEquals(-5L, text(Oids.INT2, Long.class, "-5"));
  }

  @Test
  void an_integer_too_large_for_the_class_is_refused_and_not_cut() {
    byte[] value = binary(Oids.INT8, 1L << 40);
    for (Class<?> target : List.of(Integer.class, Short.class, Byte.class)) {
      var e = assertThrows(CodecException.class, () -> binary(Oids.INT8, target, value));
      assertEquals("22003", e.sqlState());
    }
    var e = assertThrows(CodecException.class, () -> binary(Oids.INT2, 40_000));
    assertEquals("22003", e.sqlState());
    assertTrue(e.toString().contains("-32768 to 32767"), e::toString);
  }

  @Test
  void an_integer_is_written_from_any_whole_number() {
    byte[] seven = {0, 0, 0, 7};
    assertArrayEquals(seven, binary(Oids.INT4, 7L));
    assertArrayEquals(seven, binary(Oids.INT4, (byte) 7));
    assertArrayEquals(seven, binary(Oids.INT4, BigInteger.valueOf(7)));
    assertArrayEquals(seven, binary(Oids.INT4, new BigDecimal("7.00")));
    assertArrayEquals(seven, binary(Oids.INT4, new AtomicLong(7)));
    assertArrayEquals(seven, binary(Oids.INT4, 7.0));
    assertThrows(CodecException.class, () -> binary(Oids.INT4, 7.5));
    assertThrows(CodecException.class, () -> binary(Oids.INT4, Double.NaN));
  }

  @Test
  void a_numeric_is_read_as_an_integer_only_when_it_is_whole() {
    byte[] whole = binary(Oids.NUMERIC, new BigDecimal("12.00"));
    assertEquals(12L, binary(Oids.NUMERIC, Long.class, whole));
    assertEquals(12, binary(Oids.NUMERIC, Integer.class, whole));
    assertEquals(BigInteger.valueOf(12), binary(Oids.NUMERIC, BigInteger.class, whole));
    assertEquals(12.0, binary(Oids.NUMERIC, Double.class, whole));
    byte[] fraction = binary(Oids.NUMERIC, new BigDecimal("12.5"));
    var e = assertThrows(CodecException.class, () -> binary(Oids.NUMERIC, Long.class, fraction));
    assertEquals("22003", e.sqlState());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void numeric_NaN_and_infinity_are_doubles_and_strings_but_no_BigDecimal(double special) {
    byte[] value = binary(Oids.NUMERIC, special);
    String name = Double.toString(special);
    assertEquals(special, binary(Oids.NUMERIC, Double.class, value));
    assertEquals((float) special, binary(Oids.NUMERIC, Float.class, value));
    assertEquals(name, binary(Oids.NUMERIC, String.class, value));
    assertEquals(special, text(Oids.NUMERIC, Double.class, name));
    var e = assertThrows(CodecException.class, () -> binary(Oids.NUMERIC, BigDecimal.class, value));
    assertTrue(e.toString().contains("read it as Double or String"), e::toString);
    assertThrows(CodecException.class, () -> text(Oids.NUMERIC, BigDecimal.class, name));
  }

  @Test
  void a_numeric_is_written_from_every_number_class() {
    byte[] expected = binary(Oids.NUMERIC, new BigDecimal("12"));
    assertArrayEquals(expected, binary(Oids.NUMERIC, 12));
    assertArrayEquals(expected, binary(Oids.NUMERIC, 12L));
    assertArrayEquals(expected, binary(Oids.NUMERIC, (short) 12));
    assertArrayEquals(expected, binary(Oids.NUMERIC, BigInteger.valueOf(12)));
    assertArrayEquals(binary(Oids.NUMERIC, new BigDecimal("0.1")), binary(Oids.NUMERIC, 0.1f));
    assertArrayEquals(
        binary(Oids.NUMERIC, new BigDecimal("120000")),
        binary(Oids.NUMERIC, new BigDecimal("12E4")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E131072", "1E-16384", "1E2147483647"})
  void a_number_beyond_numeric_is_refused_without_being_spelled_out(String number) {
    var value = new BigDecimal(number);
    var e = assertThrows(CodecException.class, () -> binary(Oids.NUMERIC, value));
    assertEquals("22003", e.sqlState());
    assertThrows(CodecException.class, () -> text(Oids.NUMERIC, BigInteger.class, number));
  }

  @Test
  void infinite_dates_are_MIN_and_MAX_and_refused_by_classes_without_them() {
    byte[] date = binary(Oids.DATE, LocalDate.MAX);
    assertSame(LocalDate.MAX, binary(Oids.DATE, LocalDate.class, date));
    assertEquals("infinity", binary(Oids.DATE, String.class, date));
    assertThrows(CodecException.class, () -> binary(Oids.DATE, java.sql.Date.class, date));
    byte[] instant = binary(Oids.TIMESTAMPTZ, OffsetDateTime.MIN);
    assertSame(OffsetDateTime.MIN, binary(Oids.TIMESTAMPTZ, OffsetDateTime.class, instant));
    for (Class<?> target : List.of(Instant.class, ZonedDateTime.class, java.sql.Timestamp.class)) {
      var e = assertThrows(CodecException.class, () -> binary(Oids.TIMESTAMPTZ, target, instant));
      assertTrue(e.toString().contains("isfinite()"), e::toString);
    }
    assertThrows(CodecException.class, () -> text(Oids.TIMESTAMPTZ, Instant.class, "-infinity"));
    assertThrows(CodecException.class, () -> binary(Oids.TIMESTAMPTZ, Instant.MAX));
  }

  @Test
  void times_finer_than_a_microsecond_are_floored_before_and_after_the_epoch() {
    for (int year : new int[] {1969, 1999, 2026}) {
      var value = LocalDateTime.of(year, 5, 6, 7, 8, 9, 123_456_999).toInstant(ZoneOffset.UTC);
      byte[] encoded = binary(Oids.TIMESTAMPTZ, value);
      assertEquals(value.minusNanos(999), binary(Oids.TIMESTAMPTZ, Instant.class, encoded));
    }
    byte[] time = binary(Oids.TIME, LocalTime.of(1, 2, 3, 999));
    assertEquals(LocalTime.of(1, 2, 3), binary(Oids.TIME, LocalTime.class, time));
  }

  @Test
  void a_date_beyond_the_server_is_refused() {
    var e =
        assertThrows(CodecException.class, () -> binary(Oids.DATE, LocalDate.of(5_874_898, 1, 1)));
    assertEquals("22008", e.sqlState());
    assertThrows(
        CodecException.class, () -> binary(Oids.TIMESTAMP, LocalDateTime.of(294_277, 1, 1, 0, 0)));
  }

  @Test
  void an_instant_is_written_from_every_class_that_is_one() {
    var instant = Instant.parse("2026-11-21T20:30:40.123Z");
    byte[] expected = binary(Oids.TIMESTAMPTZ, instant);
    assertArrayEquals(expected, binary(Oids.TIMESTAMPTZ, instant.atOffset(ZoneOffset.ofHours(7))));
    assertArrayEquals(
        expected, binary(Oids.TIMESTAMPTZ, instant.atZone(ZoneId.of("America/New_York"))));
    assertArrayEquals(expected, binary(Oids.TIMESTAMPTZ, java.util.Date.from(instant)));
    assertArrayEquals(expected, binary(Oids.TIMESTAMPTZ, java.sql.Timestamp.from(instant)));
    assertArrayEquals(
        expected, binary(Oids.TIMESTAMPTZ, new java.sql.Date(instant.toEpochMilli())));
    assertEquals(
        java.util.Date.from(instant), binary(Oids.TIMESTAMPTZ, java.util.Date.class, expected));
  }

  @Test
  void the_classes_of_java_sql_stand_for_their_local_counterparts() {
    var date = java.sql.Date.valueOf("2026-11-21");
    assertEquals(date, binary(Oids.DATE, java.sql.Date.class, binary(Oids.DATE, date)));
    var time = java.sql.Time.valueOf("20:30:40");
    assertEquals(time, binary(Oids.TIME, java.sql.Time.class, binary(Oids.TIME, time)));
    var timestamp = java.sql.Timestamp.valueOf("2026-11-21 20:30:40.123456");
    assertEquals(
        timestamp,
        binary(Oids.TIMESTAMP, java.sql.Timestamp.class, binary(Oids.TIMESTAMP, timestamp)));
    assertEquals(
        LocalDateTime.of(2026, 11, 21, 20, 30, 40, 123_456_000),
        binary(Oids.TIMESTAMP, LocalDateTime.class, binary(Oids.TIMESTAMP, timestamp)));
  }

  @Test
  void an_interval_is_a_Duration_or_a_Period_only_when_nothing_is_lost() {
    var duration = Duration.ofSeconds(-3, 500_000_000);
    byte[] time = binary(Oids.INTERVAL, duration);
    assertEquals(duration, binary(Oids.INTERVAL, Duration.class, time));
    assertThrows(CodecException.class, () -> binary(Oids.INTERVAL, Period.class, time));
    var period = Period.of(1, -2, 3);
    byte[] days = binary(Oids.INTERVAL, period);
    assertEquals(period.normalized(), binary(Oids.INTERVAL, Period.class, days).normalized());
    var e = assertThrows(CodecException.class, () -> binary(Oids.INTERVAL, Duration.class, days));
    assertTrue(e.toString().contains("months or days"), e::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"P1Y2M-3DT4H5M6.789S", "1 year 2 mons -3 days +04:05:06.789"})
  void an_interval_is_read_in_both_styles(String spelled) {
    var expected = new Interval(14, -3, 14_706_789_000L);
    assertEquals(expected, Interval.parse(spelled));
    assertEquals("1 year 2 mons -3 days +04:05:06.789", expected.toString());
  }

  @Test
  void a_character_is_exactly_one() {
    assertEquals('é', text(Oids.TEXT, Character.class, "é"));
    assertEquals('x', binary(Oids.BPCHAR, char.class, binary(Oids.BPCHAR, 'x')));
    for (String value : List.of("", "ab", "🦅")) {
      assertThrows(CodecException.class, () -> text(Oids.TEXT, Character.class, value));
    }
  }

  @Test
  void bytea_is_read_as_ByteBuffer_and_in_both_text_forms() {
    byte[] bytes = {0, '\\', 'a', -1};
    assertEquals(ByteBuffer.wrap(bytes), binary(Oids.BYTEA, ByteBuffer.class, bytes));
    ByteBuffer direct = ByteBuffer.allocateDirect(5).put((byte) 9).put(bytes).position(1);
    assertArrayEquals(bytes, binary(Oids.BYTEA, direct));
    assertArrayEquals(bytes, binary(Oids.BYTEA, ByteBuffer.wrap(bytes)));
    assertEquals(1, direct.position());
    assertArrayEquals(bytes, text(Oids.BYTEA, byte[].class, "\\x005c61ff"));
    assertArrayEquals(bytes, text(Oids.BYTEA, byte[].class, "\\000\\\\a\\377"));
  }

  @Test
  void a_uuid_stands_in_text_in_its_canonical_form() {
    var uuid = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    assertArrayEquals(binary(Oids.VARCHAR, uuid.toString()), binary(Oids.VARCHAR, uuid));
    assertEquals(uuid, binary(Oids.TEXT, UUID.class, binary(Oids.TEXT, uuid)));
    assertEquals(uuid, text(Oids.VARCHAR, UUID.class, "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"));
    assertEquals(uuid, text(Oids.BPCHAR, UUID.class, uuid + "    "));
    assertThrows(CodecException.class, () -> text(Oids.TEXT, UUID.class, "no uuid"));
  }

  @Test
  void a_uuid_is_written_from_a_String() {
    var uuid = UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    assertArrayEquals(binary(Oids.UUID, uuid), binary(Oids.UUID, uuid.toString()));
    assertThrows(CodecException.class, () -> binary(Oids.UUID, "no uuid"));
  }

  @Test
  void a_primitive_target_means_its_box_and_a_supertype_the_default_class() {
    byte[] value = binary(Oids.INT4, 5);
    assertEquals(5, binary(Oids.INT4, Object.class, value));
    assertEquals(5, binary(Oids.INT4, Number.class, value));
    assertEquals(5, (Object) CODECS.decoder(Oids.INT4, Format.BINARY).decode(value, 0, 4));
  }

  @Test
  void an_impossible_plan_names_type_oid_and_class_and_says_what_is_possible() {
    var reading =
        assertThrows(
            CodecException.class, () -> CODECS.decoder(Oids.INT4, Format.BINARY, LocalDate.class));
    assertEquals("42804", reading.sqlState());
    assertTrue(
        reading
            .toString()
            .contains("cannot read int4 (oid 23, BINARY) as java.time.LocalDate\nHint: it is"),
        reading::toString);
    var writing =
        assertThrows(CodecException.class, () -> CODECS.encoder(Oids.TIMESTAMPTZ, String.class));
    assertTrue(
        writing.toString().contains("cannot write java.lang.String as timestamptz (oid 1184"),
        writing::toString);
    assertTrue(writing.toString().contains("java.time.Instant"), writing::toString);
  }

  @Test
  void a_plan_is_made_once() {
    assertSame(
        CODECS.decoder(Oids.TEXT, Format.BINARY, String.class),
        CODECS.decoder(Oids.TEXT, Format.BINARY, String.class));
    for (Class<?> source : List.of(java.sql.Timestamp.class, Instant.class)) {
      assertSame(
          CODECS.encoder(Oids.TIMESTAMPTZ, source), CODECS.encoder(Oids.TIMESTAMPTZ, source));
    }
  }

  @Test
  void a_type_nobody_knows_is_text() {
    int oid = 987_654;
    assertEquals(Format.TEXT, CODECS.preferredFormat(oid));
    assertEquals(Format.TEXT, CODECS.encoder(oid, String.class).format());
    assertEquals("[1,2]", text(oid, Object.class, "[1,2]"));
    assertThrows(CodecException.class, () -> CODECS.encoder(oid, Integer.class));
    assertThrows(CodecException.class, () -> CODECS.decoder(oid, Format.BINARY));
    assertArrayEquals(new byte[] {1, 2}, binary(oid, byte[].class, new byte[] {1, 2}));
  }

  @Test
  void a_Java_class_names_the_type_of_an_undeclared_parameter() {
    assertEquals(Oids.INT8, CODECS.defaultOid(long.class));
    assertEquals(Oids.TEXT_ARRAY, CODECS.defaultOid(String[].class));
    assertEquals(Oids.BYTEA_ARRAY, CODECS.defaultOid(byte[][].class));
    assertEquals(Oids.INT4_ARRAY, CODECS.defaultOid(int[].class));
    assertEquals(Oids.UNSPECIFIED, CODECS.defaultOid(List.class));
    assertEquals(Oids.TIMESTAMPTZ, CODECS.defaultOid(Instant.class));
    assertEquals(Oids.INT4, CODECS.elementOid(Oids.INT4_ARRAY));
    assertEquals(0, CODECS.elementOid(Oids.INT4));
    assertEquals(0, CODECS.arrayOid(Oids.INT4_ARRAY));
  }
}
