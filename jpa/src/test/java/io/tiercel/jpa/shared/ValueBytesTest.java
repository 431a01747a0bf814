package io.tiercel.jpa.shared;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValueBytesTest {
  private static final @Nullable Object[] EDGES = {
    null,
    true,
    false,
    Short.MIN_VALUE,
    Short.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    0,
    -1,
    63,
    64,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    Float.NaN,
    -0.0f,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    "",
    "grüße 🦅 \u0000",
    "x".repeat(100_000),
    new byte[0],
    new byte[] {-1, 0, 1},
    new UUID(-1, 1),
    BigInteger.ZERO,
    BigInteger.TWO.pow(200).negate(),
    new BigDecimal("0.000"),
    new BigDecimal("-1.50"),
    new BigDecimal("1E+400"),
    LocalDate.MIN,
    LocalDate.MAX,
    LocalTime.MIN,
    LocalTime.MAX,
    LocalDateTime.MIN,
    LocalDateTime.MAX,
    Instant.MIN,
    Instant.MAX,
    Instant.ofEpochSecond(-1, 999_999_999),
    OffsetDateTime.MIN,
    OffsetDateTime.MAX,
    OffsetTime.MIN,
    OffsetTime.MAX,
    OffsetDateTime.of(2026, 2, 28, 23, 59, 59, 1, ZoneOffset.ofHoursMinutesSeconds(-3, -30, -15))
  };

  ValueBytesTest() {}

  private static @Nullable Object[] read(byte[] bytes, int first, int count) throws IOException {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      assertEquals(first, ValueBytes.readLong(in));
      @Nullable Object[] values = ValueBytes.read(in, count);
      assertEquals(0, in.available());
      return values;
    }
  }

  @Test
  void what_was_written_is_read() throws IOException {
    assertTrue(ValueBytes.canWrite(EDGES));
    assertArrayEquals(EDGES, read(ValueBytes.write(3, EDGES), 3, EDGES.length));
    for (Object edge : EDGES) {
      @Nullable Object[] one = {edge};
      byte[] bytes = ValueBytes.write(0, one);
      assertArrayEquals(one, read(bytes, 0, 1));
      assertArrayEquals(bytes, ValueBytes.write(0, one), "equal values have equal bytes");
    }
  }

  @Test
  void any_numbers_are_read_as_they_were() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int round = 0; round < 10_000; round++) {
      @Nullable Object[] values = {
        random.nextLong() >> random.nextInt(64), random.nextInt() >> random.nextInt(32)
      };
      assertArrayEquals(
          values, read(ValueBytes.write(round, values), round, 2), () -> "seed " + seed);
    }
  }

  @Test
  void values_that_have_no_bytes_are_told() {
    assertFalse(ValueBytes.canWrite(new Object[] {1, DayOfWeek.MONDAY}));
    assertFalse(ValueBytes.canWrite(new Object[] {"half of a character: \uD83E"}));
  }

  @Test
  void an_order_line_takes_few_bytes() {
    @Nullable Object[] line = {12_345L, 3, "a product", new BigDecimal("19.99"), null, true};
    assertEquals(25, ValueBytes.write(0, line).length);
  }

  @Test
  void bytes_that_end_early_are_an_error() {
    byte[] bytes = ValueBytes.write(0, EDGES);
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
    assertThrows(EOFException.class, () -> read(cut, 0, EDGES.length));
  }
}
