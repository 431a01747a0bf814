package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.Multirange;
import io.tiercel.jdbc.value.Range;
import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.RangeValue;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Ranges and multiranges of any type: as object a [TypedText], as [Range] and [Multirange] with
/// bounds of java.time, numbers, and whatever else the type of the bounds is read as.
final class RangeReader extends ValueReader {
  private final ValueReader bound;
  private final boolean isMultirange;

  private RangeReader(ValueType type, ValueReader bound, boolean isMultirange) {
    super(type);
    this.bound = bound;
    this.isMultirange = isMultirange;
  }

  /// @param subtypeOid of the bounds; of a multirange, of its ranges
  static RangeReader of(ValueType type, int subtypeOid, ConversionContext context)
      throws SQLException {
    int boundOid = context.types().subtypeOid(subtypeOid);
    boolean isMultirange = boundOid != 0;
    return new RangeReader(
        type,
        ValueReaders.of(isMultirange ? boundOid : subtypeOid, -1, type.format(), context),
        isMultirange);
  }

  private List<RangeValue> ranges(byte[] source, int offset, int length) {
    return isMultirange
        ? RangeValue.decodeAll(source, offset, length)
        : List.of(RangeValue.decode(source, offset, length));
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    if (!type.isBinary()) {
      return super.getString(source, offset, length);
    }
    var texts = isMultirange ? new StringJoiner(",", "{", "}") : new StringJoiner("");
    for (RangeValue range : ranges(source, offset, length)) {
      texts.add(range.print(text(range.lower()), text(range.upper())));
    }
    return texts.toString();
  }

  private @Nullable String text(byte @Nullable [] bytes) throws SQLException {
    return bytes == null ? null : bound.getString(bytes, 0, bytes.length);
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    return new TypedText(type.name(), getString(source, offset, length));
  }

  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) throws SQLException {
    if (target == Range.class && !isMultirange) {
      return target.cast(values(source, offset, length).getFirst());
    }
    if (target == Multirange.class && isMultirange) {
      return target.cast(new Multirange<>(values(source, offset, length)));
    }
    return super.getOther(source, offset, length, target);
  }

  private List<Range<Object>> values(byte[] source, int offset, int length) throws SQLException {
    var values = new ArrayList<Range<Object>>();
    if (type.isBinary()) {
      for (RangeValue range : ranges(source, offset, length)) {
        values.add(
            range.isEmpty()
                ? Range.empty()
                : new Range<>(
                    value(range.lower()),
                    range.includesLower(),
                    value(range.upper()),
                    range.includesUpper(),
                    false));
      }
      return values;
    }
    for (Range<String> range : parsed(Texts.utf8(source, offset, length))) {
      values.add(
          range.isEmpty()
              ? Range.empty()
              : new Range<>(
                  value(utf8(range.lower())),
                  range.includesLower(),
                  value(utf8(range.upper())),
                  range.includesUpper(),
                  false));
    }
    return values;
  }

  private List<Range<String>> parsed(String text) {
    try {
      return isMultirange
          ? Multirange.parse(text, bound -> bound).ranges()
          : List.of(Range.parse(text, bound -> bound));
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION, "malformed value of type " + type.name(), e);
    }
  }

  private static byte @Nullable [] utf8(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private @Nullable Object value(byte @Nullable [] bytes) throws SQLException {
    if (bytes == null) {
      return null;
    }
    return switch (bound.type.oid()) {
      case Oids.DATE -> bound.getLocalDate(bytes, 0, bytes.length);
      case Oids.TIME -> bound.getLocalTime(bytes, 0, bytes.length);
      case Oids.TIMESTAMP -> bound.getLocalDateTime(bytes, 0, bytes.length);
      case Oids.TIMESTAMPTZ -> bound.getOffsetDateTime(bytes, 0, bytes.length);
      default -> bound.getObject(bytes, 0, bytes.length);
    };
  }

  /// The type of a range by the class of its bounds; 0 if that is open.
  static int oid(Range<?> range) {
    Object bound = range.lower() == null ? range.upper() : range.lower();
    return switch (bound) {
      case Integer _ -> Oids.INT4RANGE;
      case Long _ -> Oids.INT8RANGE;
      case BigDecimal _ -> Oids.NUMRANGE;
      case LocalDate _ -> Oids.DATERANGE;
      case LocalDateTime _ -> Oids.TSRANGE;
      case OffsetDateTime _ -> Oids.TSTZRANGE;
      case null, default -> Oids.UNSPECIFIED;
    };
  }

  /// The type of a multirange by the class of its first bound; 0 if that is open.
  static int oid(Multirange<?> multirange) {
    for (Range<?> range : multirange.ranges()) {
      int oid = multirangeOid(oid(range));
      if (oid != Oids.UNSPECIFIED) {
        return oid;
      }
    }
    return Oids.UNSPECIFIED;
  }

  private static int multirangeOid(int rangeOid) {
    return switch (rangeOid) {
      case Oids.INT4RANGE -> Oids.INT4MULTIRANGE;
      case Oids.INT8RANGE -> Oids.INT8MULTIRANGE;
      case Oids.NUMRANGE -> Oids.NUMMULTIRANGE;
      case Oids.DATERANGE -> Oids.DATEMULTIRANGE;
      case Oids.TSRANGE -> Oids.TSMULTIRANGE;
      case Oids.TSTZRANGE -> Oids.TSTZMULTIRANGE;
      default -> Oids.UNSPECIFIED;
    };
  }
}
