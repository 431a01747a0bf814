package io.tiercel.wire.codec;

import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Ranges and multiranges, over any type of bounds. A multirange in binary is an int32 number of
/// ranges, then for each an int32 length and so many bytes; in text `{[1,3),[5,8)}`.
///
/// Read as the server's text, with bounds as their codec prints them, and in binary as
/// [RangeValue]; a multirange as a List of these. Written from text.
final class Ranges implements TypeCodec {
  private static final Decoder<List<RangeValue>> MULTIRANGE = RangeValue::decodeAll;

  private final String typeName;
  private final TypeCodec bound;
  private final boolean isMultirange;

  private Ranges(String typeName, TypeCodec bound, boolean isMultirange) {
    this.typeName = typeName;
    this.bound = bound;
    this.isMultirange = isMultirange;
  }

  static Ranges range(String typeName, TypeCodec bound) {
    return new Ranges(typeName, bound, false);
  }

  /// The multirange of this range.
  Ranges multirange(String name) {
    return new Ranges(name, bound, true);
  }

  @Override
  public String typeName() {
    return typeName;
  }

  @Override
  public Class<?> javaType() {
    return String.class;
  }

  @Override
  public Format preferredFormat() {
    return bound.preferredFormat();
  }

  @Override
  public Format parameterFormat() {
    return Format.TEXT;
  }

  @Override
  public @Nullable Decoder<?> planDecoder(Format format, Class<?> target) {
    if (target == byte[].class) {
      return (Decoder<byte[]>) Texts::copy;
    }
    if (format == Format.BINARY && target == RangeValue.class && !isMultirange) {
      return (Decoder<RangeValue>) RangeValue::decode;
    }
    if (format == Format.BINARY && target == List.class && isMultirange) {
      return MULTIRANGE;
    }
    if (!target.isAssignableFrom(String.class)) {
      return null;
    }
    if (format == Format.TEXT) {
      return (Decoder<String>) ScalarCodec::utf8;
    }
    Decoder<?> planned = bound.planDecoder(format, String.class);
    if (planned == null) {
      return null;
    }
    return isMultirange
        ? (source, offset, length) ->
            printAll(RangeValue.decodeAll(source, offset, length), planned)
        : (source, offset, length) -> print(RangeValue.decode(source, offset, length), planned);
  }

  private static String print(RangeValue range, Decoder<?> bound) {
    return range.print(text(range.lower(), bound), text(range.upper(), bound));
  }

  private static @Nullable String text(byte @Nullable [] bytes, Decoder<?> bound) {
    return bytes == null ? null : (String) bound.decode(bytes, 0, bytes.length);
  }

  private static String printAll(List<RangeValue> ranges, Decoder<?> bound) {
    var to = new StringJoiner(",", "{", "}");
    ranges.forEach(range -> to.add(print(range, bound)));
    return to.toString();
  }

  @Override
  public @Nullable Encoder<?> planEncoder(Format format, Class<?> source) {
    return format == Format.TEXT && source == String.class
        ? new PlannedEncoder<>(Format.TEXT, ScalarCodec::putText)
        : null;
  }

  @Override
  public Set<Class<?>> readableAs() {
    return Set.of(String.class);
  }

  @Override
  public Set<Class<?>> writableFrom() {
    return Set.of(String.class);
  }
}
