package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.Range;
import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.function.Function;

/// The built-in range types, in text: as object a [TypedText], as [Range] with bounds of java.time
/// and numbers.
final class RangeReader extends ValueReader {
  RangeReader(ValueType type) {
    super(type);
  }

  static boolean reads(int oid) {
    return switch (oid) {
      case Oids.INT4RANGE,
          Oids.INT8RANGE,
          Oids.NUMRANGE,
          Oids.DATERANGE,
          Oids.TSRANGE,
          Oids.TSTZRANGE ->
          true;
      default -> false;
    };
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return new TypedText(type.name(), getString(source, offset, length));
  }

  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) throws SQLException {
    if (target != Range.class) {
      return super.getOther(source, offset, length, target);
    }
    try {
      return target.cast(Range.parse(getString(source, offset, length), bound()));
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION, "malformed value of type " + type.name(), e);
    }
  }

  private Function<String, Object> bound() {
    return switch (type.oid()) {
      case Oids.INT4RANGE -> Integer::valueOf;
      case Oids.INT8RANGE -> Long::valueOf;
      case Oids.NUMRANGE -> BigDecimal::new;
      case Oids.DATERANGE -> text -> DateTimeText.parse(text, "LocalDate").date();
      case Oids.TSRANGE -> text -> DateTimeText.parse(text, "LocalDateTime").dateTime();
      default -> text -> DateTimeText.parse(text, "OffsetDateTime").offsetDateTime();
    };
  }

  /// The type of a range by the class of its bounds; 0 if that is open.
  static int oid(Range<?> range) {
    Object bound = range.lower() == null ? range.upper() : range.lower();
    return switch (bound) {
      case Integer _ -> Oids.INT4RANGE;
      case Long _ -> Oids.INT8RANGE;
      case BigDecimal _ -> Oids.NUMRANGE;
      case java.time.LocalDate _ -> Oids.DATERANGE;
      case java.time.LocalDateTime _ -> Oids.TSRANGE;
      case java.time.OffsetDateTime _ -> Oids.TSTZRANGE;
      case null, default -> Oids.UNSPECIFIED;
    };
  }
}
