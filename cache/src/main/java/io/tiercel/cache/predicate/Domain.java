package io.tiercel.cache.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// How the values of a column compare on the server. Each domain turns values into canonical ones:
/// two that are not equal there are not equal here; and where the domain is exact, two that are
/// equal here are equal there.
public enum Domain {
  /// `int2`, `int4`, `int8`, `numeric`: 1 equals 1.00.
  NUMBER(true, true),

  /// `float4`, `float8`: zero has no sign, NaN equals itself and is above all else.
  FLOAT(true, true),

  BOOLEAN(true, true),

  /// `text`, `varchar` under a deterministic collation: equal when the bytes are. The order of the
  /// collation is the server's secret.
  TEXT(true, false),

  /// As [#TEXT], under the collation `C`: ordered by code points.
  TEXT_C(true, true),

  /// `char(n)`: blanks at the end count or not, depending on what it is compared with.
  BLANK_PADDED(false, false),

  /// Ordered by bytes without sign.
  UUID(true, true),

  BYTES(true, true),
  DATE(true, true),
  TIME(true, true),
  TIMESTAMP(true, true),

  /// Instants, wherever the zone.
  TIMESTAMPTZ(true, true),

  /// All else: other types, collations under which different texts are equal.
  OPAQUE(false, false);

  private static final int NANOS_PER_MICRO = 1_000;

  private final boolean isExact;
  private final boolean isOrdered;

  Domain(boolean isExact, boolean isOrdered) {
    this.isExact = isExact;
    this.isOrdered = isOrdered;
  }

  /// Whether canonical values are equal only if the server says so.
  public boolean isExact() {
    return isExact;
  }

  /// Whether [#compare] is the server's order.
  public boolean isOrdered() {
    return isOrdered;
  }

  /// The value in the form that compares by equals; one of [Special] for null, and for what the
  /// domain cannot compare.
  public Object canonical(@Nullable Object value) {
    if (value == null) {
      return Special.NULL;
    }
    Object found =
        switch (this) {
          case NUMBER -> number(value);
          case FLOAT -> real(value);
          case BOOLEAN -> value instanceof Boolean ? value : null;
          case TEXT, TEXT_C -> text(value);
          case BLANK_PADDED -> blankPadded(value);
          case UUID -> value instanceof UUID ? value : null;
          case BYTES -> value instanceof byte[] bytes ? ByteBuffer.wrap(bytes.clone()) : null;
          case DATE -> value instanceof LocalDate ? value : null;
          case TIME -> value instanceof LocalTime time ? precise(time, time) : null;
          case TIMESTAMP -> value instanceof LocalDateTime time ? precise(time, time) : null;
          case TIMESTAMPTZ -> instant(value);
          case OPAQUE -> null;
        };
    return found == null ? Special.UNKNOWN : found;
  }

  /// The order of two canonical values that are neither of [Special].
  ///
  /// @throws IllegalStateException if the domain is not [ordered][#isOrdered]
  public int compare(Object left, Object right) {
    return switch (this) {
      case NUMBER -> compareNumbers(left, right);
      case FLOAT -> Double.compare((Double) left, (Double) right);
      case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
      case TEXT_C -> compareCodePoints((String) left, (String) right);
      case UUID -> compareUuids((UUID) left, (UUID) right);
      case BYTES -> compareBytes((ByteBuffer) left, (ByteBuffer) right);
      case DATE -> ((LocalDate) left).compareTo((LocalDate) right);
      case TIME -> ((LocalTime) left).compareTo((LocalTime) right);
      case TIMESTAMP -> ((LocalDateTime) left).compareTo((LocalDateTime) right);
      case TIMESTAMPTZ -> ((Instant) left).compareTo((Instant) right);
      case TEXT, BLANK_PADDED, OPAQUE -> throw new IllegalStateException(this + " has no order");
    };
  }

  /// Whole numbers of 64 bits as Long, all others as BigDecimal without zeros at the end.
  private static @Nullable Object number(Object value) {
    return switch (value) {
      case Long _ -> value;
      case Integer _, Short _, Byte _ -> ((Number) value).longValue();
      case BigInteger big -> number(new BigDecimal(big));
      case BigDecimal big -> canonicalDecimal(big);
      default -> null;
    };
  }

  private static Object canonicalDecimal(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    // Precision bounds the digits before a scale like -1000000 is written out.
    boolean fitsLong =
        stripped.scale() <= 0 && (long) stripped.precision() - stripped.scale() <= 18;
    return fitsLong ? (Object) stripped.longValueExact() : stripped;
  }

  private static int compareNumbers(Object left, Object right) {
    return left instanceof Long one && right instanceof Long other
        ? Long.compare(one, other)
        : decimal(left).compareTo(decimal(right));
  }

  private static BigDecimal decimal(Object value) {
    return value instanceof Long whole ? BigDecimal.valueOf(whole) : (BigDecimal) value;
  }

  private static @Nullable Object real(Object value) {
    return value instanceof Double || value instanceof Float
        // The sum turns -0.0 into 0.0.
        ? (Object) (((Number) value).doubleValue() + 0.0)
        : null;
  }

  private static @Nullable Object text(Object value) {
    return value instanceof String ? value : value instanceof Character ? value.toString() : null;
  }

  private static @Nullable Object blankPadded(Object value) {
    Object text = text(value);
    if (text == null) {
      return null;
    }
    String whole = (String) text;
    int end = whole.length();
    while (end > 0 && whole.charAt(end - 1) == ' ') {
      end--;
    }
    return whole.substring(0, end);
  }

  private static @Nullable Object instant(Object value) {
    Instant instant =
        switch (value) {
          case Instant same -> same;
          case OffsetDateTime time -> time.toInstant();
          case ZonedDateTime time -> time.toInstant();
          default -> null;
        };
    return instant == null ? null : precise(instant, instant);
  }

  /// The value if the server can hold it; digits below microseconds are rounded on the way there.
  private static @Nullable Object precise(TemporalAccessor time, Object value) {
    return time.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MICRO == 0 ? value : null;
  }

  /// As UTF-8 is ordered: surrogates, which stand for the largest, are above all other units.
  private static int compareCodePoints(String left, String right) {
    int shorter = Math.min(left.length(), right.length());
    for (int i = 0; i < shorter; i++) {
      char one = left.charAt(i);
      char other = right.charAt(i);
      if (one != other) {
        boolean isPair = Character.isSurrogate(one);
        return isPair == Character.isSurrogate(other)
            ? Character.compare(one, other)
            : isPair ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  private static int compareUuids(UUID left, UUID right) {
    int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static int compareBytes(ByteBuffer left, ByteBuffer right) {
    int mismatch = left.mismatch(right);
    return mismatch < 0 || mismatch >= Math.min(left.remaining(), right.remaining())
        ? Integer.compare(left.remaining(), right.remaining())
        : Byte.compareUnsigned(left.get(mismatch), right.get(mismatch));
  }
}
