package io.tiercel.wire.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// The scalar types and their edges.
final class Samples {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private Samples() {}

  static List<Sample<?>> all() {
    return List.of(
        bool(),
        int2(),
        int4(),
        int8(),
        oid(),
        float4(),
        float8(),
        numeric(),
        text("text", Oids.TEXT),
        text("varchar", Oids.VARCHAR),
        text("bpchar", Oids.BPCHAR),
        name(),
        singleByteChar(),
        bytea(),
        uuid(),
        date(),
        time(),
        timetz(),
        timestamp(),
        timestamptz(),
        interval(),
        json("json", Oids.JSON),
        json("jsonb", Oids.JSONB));
  }

  static Sample<Boolean> bool() {
    return new Sample<>(
        "bool", Oids.BOOL, Boolean.class, List.of(true, false), RandomGenerator::nextBoolean);
  }

  static Sample<Short> int2() {
    return new Sample<>(
        "int2",
        Oids.INT2,
        Short.class,
        List.of((short) 0, (short) -1, Short.MIN_VALUE, Short.MAX_VALUE),
        random -> (short) random.nextInt());
  }

  static Sample<Integer> int4() {
    return new Sample<>(
        "int4",
        Oids.INT4,
        Integer.class,
        List.of(0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE),
        RandomGenerator::nextInt);
  }

  static Sample<Long> int8() {
    return new Sample<>(
        "int8",
        Oids.INT8,
        Long.class,
        List.of(0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32),
        RandomGenerator::nextLong);
  }

  static Sample<Long> oid() {
    return new Sample<>(
        "oid",
        Oids.OID,
        Long.class,
        List.of(0L, 1L, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFFL),
        random -> Integer.toUnsignedLong(random.nextInt()));
  }

  static Sample<Float> float4() {
    return new Sample<>(
        "float4",
        Oids.FLOAT4,
        Float.class,
        List.of(
            0f,
            -0f,
            1f,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.MIN_VALUE,
            Float.MIN_NORMAL,
            Float.MAX_VALUE,
            -Float.MAX_VALUE),
        random -> finite(Float.intBitsToFloat(random.nextInt())));
  }

  static Sample<Double> float8() {
    return new Sample<>(
        "float8",
        Oids.FLOAT8,
        Double.class,
        List.of(
            0d,
            -0d,
            0.1,
            1e15,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            Double.MAX_VALUE,
            -Double.MAX_VALUE),
        random -> finite(Double.longBitsToDouble(random.nextLong())));
  }

  private static float finite(float value) {
    return Float.isNaN(value) ? 0.5f : value;
  }

  private static double finite(double value) {
    return Double.isNaN(value) ? 0.5 : value;
  }

  static Sample<BigDecimal> numeric() {
    return new Sample<>(
        "numeric",
        Oids.NUMERIC,
        BigDecimal.class,
        List.of(
            BigDecimal.ZERO,
            new BigDecimal("0.00"),
            BigDecimal.ONE,
            new BigDecimal("-1.50"),
            new BigDecimal("10000"),
            new BigDecimal("9999.9999"),
            new BigDecimal("0.0001"),
            new BigDecimal("0.00001"),
            new BigDecimal("100000000.00000001"),
            new BigDecimal("999999999999999999"),
            new BigDecimal("-9223372036854775808"),
            new BigDecimal("9223372036854775807"),
            new BigDecimal("0.000000000000001"),
            new BigDecimal("999999999999.999"),
            new BigDecimal("-9999999999999.99"),
            new BigDecimal("100000000000000"),
            new BigDecimal("10000000.0001000"),
            new BigDecimal("1E-100"),
            new BigDecimal("12345678901234567890.123456789"),
            BigDecimal.ONE.movePointLeft(16_383),
            new BigDecimal("7".repeat(16_383)).movePointLeft(16_383),
            BigDecimal.TEN.pow(131_071),
            new BigDecimal("3".repeat(131_072))),
        Samples::decimal);
  }

  private static BigDecimal decimal(RandomGenerator random) {
    int bits = random.nextInt(random.nextInt(8) == 0 ? 2000 : 80);
    var unscaled = new BigInteger(bits, new java.util.Random(random.nextLong()));
    var value = new BigDecimal(unscaled, random.nextInt(random.nextInt(8) == 0 ? 300 : 25));
    return random.nextBoolean() ? value : value.negate();
  }

  static Sample<String> text(String type, int oid) {
    return new Sample<>(
        type,
        oid,
        String.class,
        List.of(
            "",
            " ",
            "a",
            "NULL",
            "null",
            "{}",
            "\"quoted\" \\ , ; ' {x}",
            "\t\n\r\u000b\f",
            "grüße, 世界 🦅",
            "(1,2)",
            "é".repeat(type.equals("text") ? 3 << 19 : 3 << 9)),
        Samples::string);
  }

  private static String string(RandomGenerator random) {
    int[] points = new int[random.nextInt(40)];
    for (int i = 0; i < points.length; i++) {
      int point;
      do {
        point = 1 + random.nextInt(random.nextInt(4) == 0 ? Character.MAX_CODE_POINT : 0x7F);
      } while (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
      points[i] = point;
    }
    return new String(points, 0, points.length);
  }

  static Sample<String> name() {
    return new Sample<>(
        "name",
        Oids.NAME,
        String.class,
        List.of("", "pg_class", "n".repeat(63)),
        random -> Long.toHexString(random.nextLong()));
  }

  static Sample<String> singleByteChar() {
    return new Sample<>(
        "\"char\"",
        Oids.CHAR,
        String.class,
        List.of("", "a", "\\", "~", "\\200", "\\377"),
        random -> Character.toString((char) (' ' + random.nextInt(90))));
  }

  static Sample<byte[]> bytea() {
    return new Sample<>(
        "bytea",
        Oids.BYTEA,
        byte[].class,
        List.of(new byte[0], new byte[] {0}, new byte[] {'\\', -1, 127, -128}, new byte[3 << 20]),
        random -> {
          byte[] bytes = new byte[random.nextInt(100)];
          random.nextBytes(bytes);
          return bytes;
        });
  }

  static Sample<UUID> uuid() {
    return new Sample<>(
        "uuid",
        Oids.UUID,
        UUID.class,
        List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(Long.MIN_VALUE, Long.MAX_VALUE)),
        random -> new UUID(random.nextLong(), random.nextLong()));
  }

  static Sample<LocalDate> date() {
    return new Sample<>(
        "date",
        Oids.DATE,
        LocalDate.class,
        List.of(
            LocalDate.MIN,
            LocalDate.MAX,
            LocalDate.EPOCH,
            LocalDate.of(2000, 1, 1),
            LocalDate.of(1999, 12, 31),
            LocalDate.of(0, 2, 29),
            LocalDate.of(1, 1, 1),
            LocalDate.of(-43, 3, 15),
            LocalDate.of(-4713, 11, 24),
            LocalDate.of(9999, 12, 31),
            LocalDate.of(10_000, 1, 1),
            LocalDate.of(5_874_897, 12, 31)),
        random -> LocalDate.ofEpochDay(random.nextLong(-2_440_000, 3_000_000)));
  }

  static Sample<LocalTime> time() {
    return new Sample<>(
        "time",
        Oids.TIME,
        LocalTime.class,
        List.of(
            LocalTime.MIDNIGHT,
            LocalTime.MAX,
            LocalTime.NOON,
            LocalTime.of(23, 59, 59, 999_999_000),
            LocalTime.of(0, 0, 0, 1_000),
            LocalTime.of(1, 2, 3, 100_000_000)),
        Samples::timeOfDay);
  }

  private static LocalTime timeOfDay(RandomGenerator random) {
    return LocalTime.ofNanoOfDay(random.nextLong(MICROS_PER_DAY) * 1_000);
  }

  static Sample<OffsetTime> timetz() {
    return new Sample<>(
        "timetz",
        Oids.TIMETZ,
        OffsetTime.class,
        List.of(
            LocalTime.MIDNIGHT.atOffset(ZoneOffset.UTC),
            LocalTime.MAX.atOffset(ZoneOffset.UTC),
            LocalTime.NOON.atOffset(ZoneOffset.ofHours(-15)),
            LocalTime.NOON.atOffset(ZoneOffset.ofHoursMinutesSeconds(15, 59, 59)),
            LocalTime.of(1, 2, 3, 4_000).atOffset(ZoneOffset.ofHoursMinutes(5, 30))),
        random ->
            timeOfDay(random)
                .atOffset(ZoneOffset.ofTotalSeconds(random.nextInt(-15 * 3600, 15 * 3600))));
  }

  static Sample<LocalDateTime> timestamp() {
    return new Sample<>(
        "timestamp",
        Oids.TIMESTAMP,
        LocalDateTime.class,
        List.of(
            LocalDateTime.MIN,
            LocalDateTime.MAX,
            LocalDateTime.of(2000, 1, 1, 0, 0),
            LocalDateTime.of(1999, 12, 31, 23, 59, 59, 999_999_000),
            LocalDateTime.of(-4713, 11, 24, 0, 0),
            LocalDateTime.of(0, 12, 31, 12, 0, 0, 1_000),
            LocalDateTime.of(294_276, 12, 31, 23, 59, 59, 999_999_000)),
        random -> LocalDateTime.ofInstant(instant(random), ZoneOffset.UTC));
  }

  static Sample<OffsetDateTime> timestamptz() {
    return new Sample<>(
        "timestamptz",
        Oids.TIMESTAMPTZ,
        OffsetDateTime.class,
        List.of(
            OffsetDateTime.MIN,
            OffsetDateTime.MAX,
            LocalDateTime.of(2000, 1, 1, 0, 0).atOffset(ZoneOffset.UTC),
            LocalDateTime.of(-4713, 11, 25, 0, 0).atOffset(ZoneOffset.UTC),
            LocalDateTime.of(-100, 6, 7, 8, 9, 10, 11_000).atOffset(ZoneOffset.UTC),
            LocalDateTime.of(294_276, 12, 30, 23, 59, 59, 999_999_000).atOffset(ZoneOffset.UTC)),
        random -> instant(random).atOffset(ZoneOffset.UTC));
  }

  private static Instant instant(RandomGenerator random) {
    long second = random.nextLong(-100_000_000_000L, 200_000_000_000L);
    return Instant.ofEpochSecond(second, random.nextInt(1_000_000) * 1_000L);
  }

  static Sample<Interval> interval() {
    return new Sample<>(
        "interval",
        Oids.INTERVAL,
        Interval.class,
        List.of(
            new Interval(0, 0, 0),
            new Interval(1, -1, 1),
            new Interval(-1, 1, -1),
            new Interval(14, 3, 14_706_789_000L),
            new Interval(-14, 3, -14_706_789_000L),
            new Interval(-11, -30, 1),
            new Interval(-12, 0, 1),
            new Interval(13, -1, 0),
            new Interval(0, 1, 0),
            new Interval(Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE),
            new Interval(Integer.MIN_VALUE, Integer.MAX_VALUE, -Long.MAX_VALUE)),
        random ->
            new Interval(
                random.nextInt(-5000, 5000),
                random.nextInt(-5000, 5000),
                random.nextLong(-MICROS_PER_DAY * 9, MICROS_PER_DAY * 9)));
  }

  static Sample<String> json(String type, int oid) {
    return new Sample<>(
        type,
        oid,
        String.class,
        List.of("null", "{}", "[]", "\"a \\\"b\\\" {c}\"", "{\"a\": [1, 2.50, null, \"é\"]}"),
        random -> "{\"n\": %d, \"s\": \"%x\"}".formatted(random.nextInt(), random.nextLong()));
  }
}
